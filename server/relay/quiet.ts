/**
 * ms after a report in which further errors are not reported: while a disk or a Redis fails, every message causes an
 * error.
 */
const QUIET = 30_000

/** @returns a function that passes an error to `lost`, unless it did so less than 30 s ago */
export function createReport(lost: (error: Error) => void) {
  let reported = -Infinity
  return (error: unknown): void => {
    if (performance.now() - reported < QUIET) return
    reported = performance.now()
    lost(error instanceof Error ? error : new Error(String(error)))
  }
}
