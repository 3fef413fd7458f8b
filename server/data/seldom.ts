import { SourceError } from './source.ts'

/** ms. */
const PAUSE = 60_000

/**
 * Passes a failure of a source on once in a minute: while a source fails, each question of a visitor reports it, and a
 * visitor could fill the disk with the log. The messages are few, because none has a part of a question. Other errors
 * are passed on each time.
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
