/**
 * Lets an HTTP request wait for something that another request does: a press on a mailed link, or a wallet's approval.
 */
import { Denied } from './denied.ts'

export function createWaiting<T>() {
  const done = new Map<string, T>()
  const waiting = new Map<string, Set<(value: T) => void>>()
  return {
    settle(id: string, value: T) {
      const told = waiting.get(id)
      waiting.delete(id)
      // If no request waits yet, keep the value for the next one.
      if (!told?.size) done.set(id, value)
      told?.forEach((tell) => tell(value))
    },
    /**
     * Waits for the value of `id`.
     * @param ms the longest wait
     * @throws Denied after that time, or when `signal` aborts
     */
    wait(id: string, ms: number, signal: AbortSignal): Promise<T> {
      const value = done.get(id)
      if (value !== undefined) {
        done.delete(id)
        return Promise.resolve(value)
      }
      return new Promise((resolve, reject) => {
        const end = (finish: () => void) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', leave)
          const others = waiting.get(id)
          others?.delete(tell)
          if (!others?.size) waiting.delete(id)
          finish()
        }
        const tell = (given: T) => end(() => resolve(given))
        const leave = () => end(() => reject(new Denied('Nobody waits any more', 499)))
        const timer = setTimeout(() => end(() => reject(new Denied('This took too long. Start again.', 408))), ms)
        // The timer must not keep the process running.
        timer.unref()
        signal.addEventListener('abort', leave)
        waiting.set(id, (waiting.get(id) ?? new Set()).add(tell))
        if (signal.aborted) leave()
      })
    },
  }
}

/** ms between two checks. Polling is needed because the event may happen in another process. */
const LOOK = 500

/** Polls until `isDone` is true. @param ms the longest wait @throws Denied after that time, or when `signal` aborts */
export async function waitFor(isDone: () => Promise<boolean>, ms: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ms
  for (;;) {
    if (signal.aborted) throw new Denied('Nobody waits any more', 499)
    if (await isDone()) return
    const left = until - performance.now()
    if (left <= 0) throw new Denied('This took too long. Start again.', 408)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(LOOK, left))
      // The timer must not keep the process running.
      timer.unref()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
}
