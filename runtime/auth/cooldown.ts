import { THIRTY_SECONDS } from '../lib/time.ts'

/**
 * How many whole seconds to wait before the next code may be requested; 0 means now. `last` and `now` in ms since 1970.
 * The default is 30 s after the last request, and no more than that if the clock was set back. This only helps the
 * visitor; the service enforces limits of its own.
 */
export type EmailRule = (last: number | undefined, now: number) => number

export const emailRule: EmailRule = (last, now) => {
  if (last === undefined) return 0
  const left = Math.min(THIRTY_SECONDS, last + THIRTY_SECONDS - now)
  return left > 0 ? Math.ceil(left / 1000) : 0
}
