/** A clock that runs faster: debounces, back-offs and polls of the code under test take a fraction of their time. */
import { vi } from 'vitest'

export type QuickClock = {
  /** Moves on by so many ms at once, as a visitor who waits. */
  skip: (ms: number) => void
  /** Shows the real time again, and runs on from there. */
  reset: () => void
  stop: () => void
}

/** Timers and `Date.now` of this file, so many times as fast. Vitest's own waits keep to the real time. */
export function quicken(pace: number): QuickClock {
  const real = { setTimeout, setInterval, now: Date.now.bind(Date) }
  let [since, ahead] = [real.now(), 0]
  const now = vi.spyOn(Date, 'now').mockImplementation(() => since + (real.now() - since) * pace + ahead)
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0, ...rest: []) => real.setTimeout(run, ms / pace, ...rest))
  vi.stubGlobal('setInterval', (run: () => void, ms = 0, ...rest: []) => real.setInterval(run, ms / pace, ...rest))
  return {
    skip: (ms) => void (ahead += ms),
    reset: () => void ([since, ahead] = [real.now(), 0]),
    stop: () => {
      now.mockRestore()
      vi.unstubAllGlobals()
    },
  }
}
