/**
 * Loaded before each file of unit tests. Fails a file that leaves globals of a page or fake timers behind: the files of
 * a worker share them, and the next file would run with what it did not set up.
 */
import { afterAll, expect, vi } from 'vitest'

/** Globals of a browser's page that tests set, and that Node lacks. */
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
