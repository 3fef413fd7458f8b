/** ms for which further errors are not reported after one was: each message would have one. */
const QUIET = 30_000

/** Reports an error, unless one was reported just now. */
export function createReport(lost: (error: Error) => void) {
  let reported = -Infinity
  return (error: unknown): void => {
    if (performance.now() - reported < QUIET) return
    reported = performance.now()
    lost(error instanceof Error ? error : new Error(String(error)))
  }
}
