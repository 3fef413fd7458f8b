/** Code on its way when the visitor leaves: Firefox ends the fetch while the page still runs. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { chunkOf } from '../../../runtime/ui/chunk.ts'

const page = new EventTarget()
let listeners = 0
const calls = { addEventListener: 1, removeEventListener: -1 }
const names = ['addEventListener', 'removeEventListener'] as const
beforeAll(() => {
  for (const name of names)
    globalThis[name] = (type: string, listener: EventListenerOrEventListenerObject) => {
      listeners += calls[name]
      page[name](type, listener)
    }
})
afterAll(() => names.forEach((name) => Reflect.deleteProperty(globalThis, name)))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const leave = () => page.dispatchEvent(new Event('beforeunload'))

it('tells of a failure at once while the page stays', async () => {
  const reason = new Error('Importing a module script failed')
  const chunk = chunkOf(Promise.reject(reason))
  await vi.advanceTimersByTimeAsync(0)
  expect(chunk.failure).toEqual({ reason })
})

it('tells nothing while the page is being left, and a little later to who stays after all', async () => {
  let stop = (_: Error) => {}
  const chunk = chunkOf(new Promise((_, reject) => (stop = reject)))
  leave()
  stop(new Error('NetworkError'))
  await vi.advanceTimersByTimeAsync(2_900)
  expect(chunk.failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  expect(chunk.failure).toBeDefined()
})

it('leaves no listener behind: with one, Firefox keeps no page for the way back', async () => {
  const failed = chunkOf(Promise.reject(new Error('offline')))
  const loaded = chunkOf(Promise.resolve('here'))
  expect(listeners).toBe(2)
  await vi.advanceTimersByTimeAsync(0)
  await Promise.all([failed.loading, loaded.loading])
  expect(listeners).toBe(0)
})
