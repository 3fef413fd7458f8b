import { THIRTY_SECONDS } from '../lib/time.ts'

/**
 * Whether a code may be asked for now: 0, or the whole seconds to wait. `last` and `now` in ms since 1970.
 * By default once in 30 s, counted from when the last one was asked for (decisions 4.10); a clock that was set back waits
 * no longer than that. It is the visitor's comfort only: the service has limits of its own.
 */
export type EmailRule = (last: number | undefined, now: number) => number

export const emailRule: EmailRule = (last, now) => {
  if (last === undefined) return 0
  const left = Math.min(THIRTY_SECONDS, last + THIRTY_SECONDS - now)
  return left > 0 ? Math.ceil(left / 1000) : 0
}
