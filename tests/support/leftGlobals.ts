/**
 * A file of tests must leave the process as it found it: the files of a worker share its globals, and the next file
 * would run on a page, or a clock, that it did not set up. Loaded before each file of the unit tests.
 */
import { afterAll, expect, vi } from 'vitest'

/** The globals of a browser's page that tests replace, and Node itself lacks. */
const PAGE = ['window', 'document', 'location', 'history', 'localStorage', 'addEventListener', 'dispatchEvent']
const present = () => PAGE.filter((name) => name in globalThis)
const before = present()

afterAll(() => {
  vi.unstubAllGlobals()
  expect([present(), vi.isFakeTimers()], 'The file leaves globals, or fake timers, to the next one.').toEqual([
    before,
    false,
  ])
})
