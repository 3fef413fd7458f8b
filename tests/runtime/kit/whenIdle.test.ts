import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenIdle } from '../../../runtime/kit/whenIdle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const loads = (connection?: { saveData?: boolean; effectiveType?: string }) => {
  vi.stubGlobal('navigator', { connection })
  const load = vi.fn()
  const cancel = whenIdle(load)
  return { load, cancel }
}

it.each([
  [undefined, 1],
  [{ saveData: false, effectiveType: '4g' }, 1],
  [{ effectiveType: '3g' }, 1],
  [{ saveData: true, effectiveType: '4g' }, 0],
  [{ effectiveType: '2g' }, 0],
  [{ effectiveType: 'slow-2g' }, 0],
])('with the connection %j loads %i times', (connection, times) => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const { load } = loads(connection)
  expect(load).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(load).toHaveBeenCalledTimes(times)
})

it('waits for an idle moment where the browser tells it', () => {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
  const { load } = loads()
  vi.advanceTimersByTime(60_000)
  expect(load).not.toHaveBeenCalled()
  for (const run of waiting) run()
  expect(load).toHaveBeenCalledTimes(1)
})

it('loads nothing once it is cancelled', () => {
  const { load, cancel } = loads()
  cancel()
  vi.advanceTimersByTime(60_000)
  expect(load).not.toHaveBeenCalled()
})
