/** Code that is loading when the visitor leaves the page: Firefox ends the download while the page still runs. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unlessLeft } from '../../../runtime/ui/unlessLeft.ts'
import { usePageEvents } from '../../support/pageEvents.ts'

const page = usePageEvents()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports a failure at once while the page stays', async () => {
  await expect(unlessLeft(Promise.reject(new Error('Importing a module script failed')))).rejects.toThrow('Importing')
})

it('reports nothing while the page unloads, and reports later if the visitor stays', async () => {
  let stop = (_: Error) => {}
  const failed = vi.fn()
  unlessLeft(new Promise((_, reject) => (stop = reject))).catch(failed)
  page.tell('beforeunload')
  stop(new Error('NetworkError'))
  await vi.advanceTimersByTimeAsync(2_900)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(failed).toHaveBeenCalledWith(new Error('NetworkError'))
})

it('removes its listeners', async () => {
  const both = [unlessLeft(Promise.reject(new Error('offline'))), unlessLeft(Promise.resolve('here'))]
  expect(page.listeners()).toBe(2)
  await Promise.allSettled(both)
  expect(page.listeners()).toBe(0)
})
