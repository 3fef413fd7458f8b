/** A faster clock: debounces, back-offs and polls of the code under test take a fraction of their time. */
import { vi } from 'vitest'

export type QuickClock = {
  /** Advances by this many ms at once, like a visitor who waits. */
  skip: (ms: number) => void
  /** Sets the clock to the real time, and continues from there. */
  reset: () => void
  stop: () => void
}

/** Speeds up this file's timers and `Date.now` by this factor. Vitest's own waits use the real time. */
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
