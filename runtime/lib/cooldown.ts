/**
 * A lock that holds for `ms` after it was started: the spec's 30 s balance retry lock and its kin.
 * `left()` is the remaining time in ms, 0 when the lock is open.
 */
export function cooldown(ms: number, now: () => number = Date.now) {
  let startedAt: number | undefined
  return {
    start: () => void (startedAt = now()),
    clear: () => void (startedAt = undefined),
    left: () => (startedAt === undefined ? 0 : Math.max(0, startedAt + ms - now())),
  }
}
