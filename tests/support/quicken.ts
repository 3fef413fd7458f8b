/** A faster clock: debounces, back-offs and polls of the code under test take a fraction of their time. */
import { vi } from 'vitest'

export type QuickClock = {
  /** Moves `Date.now` ahead by this many ms at once. Timers that run already are not affected. */
  skip: (ms: number) => void
  /** Sets the clock to the real time. It is faster again from there. */
  reset: () => void
  stop: () => void
}

/** Speeds up the timers and `Date.now` of the test file by the factor `pace`. Vitest's own waits use the real time. */
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
