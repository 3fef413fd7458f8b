/**
 * A timer that blocks an action, such as sending another email, for `ms` after `start()`. `left()` is the remaining
 * time in ms, 0 when the action is allowed.
 *
 * @example
 * ```ts
 * import { cooldown } from 'walletkit/plugin'
 *
 * const resend = cooldown(30_000)
 * const send = () => {
 *   if (resend.left()) return
 *   resend.start()
 * }
 * ```
 */
export function cooldown(ms: number, now: () => number = Date.now) {
  let startedAt: number | undefined
  return {
    start: () => void (startedAt = now()),
    clear: () => void (startedAt = undefined),
    left: () => (startedAt === undefined ? 0 : Math.max(0, startedAt + ms - now())),
  }
}
