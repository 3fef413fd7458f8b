import { SourceError } from './source.ts'

/** ms until the same failure is reported again. */
const PAUSE = 60_000

/**
 * Wraps `report` so that the same SourceError (by its message) is reported at most once a minute: while a source fails,
 * every request of a visitor reports it, and a visitor could fill the disk with the log. The map of messages stays
 * small, because no message contains text from a request. Other errors are reported each time.
 */
export function seldom(report: (error: unknown) => void, now: () => number = Date.now): (error: unknown) => void {
  const until = new Map<string, number>()
  return (error) => {
    if (error instanceof SourceError) {
      if ((until.get(error.message) ?? 0) > now()) return
      until.set(error.message, now() + PAUSE)
    }
    report(error)
  }
}
