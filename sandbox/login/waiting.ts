/**
 * Lets an HTTP request wait for something that another request does: a press on a mailed link, or a wallet's approval.
 */
import { Denied } from './denied.ts'

/** ms between two checks. Polling is needed because another server process may get the request that is waited for. */
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
      const next = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', next)
        resolve()
      }
      const timer = setTimeout(next, Math.min(LOOK, left))
      // The timer must not keep the process running.
      timer.unref()
      signal.addEventListener('abort', next)
    })
  }
}
