/** When something happened, as a visitor reads it. */
import type { Words } from './entry.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
/** From then on the date says more (tokens 5.12). */
const RELATIVE_DAYS = 7

/** "2 min", "3 h", "2 d", then "4 Oct"; with the year where it is another one. Times ahead of the clock are now. */
export function timeText(at: number, now: number, locale: string | undefined, say: (words: Words) => string): string {
  const ago = now - at
  const count = (unit: number) => ({ n: String(Math.floor(ago / unit)) })
  if (ago < MINUTE) return say({ key: 'history.now' })
  if (ago < HOUR) return say({ key: 'history.minutes', values: count(MINUTE) })
  if (ago < DAY) return say({ key: 'history.hours', values: count(HOUR) })
  if (ago < RELATIVE_DAYS * DAY) return say({ key: 'history.days', values: count(DAY) })
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return dateText(at, locale, isThisYear ? DAY_PARTS : YEAR_PARTS)
}

const DAY_PARTS: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
const YEAR_PARTS: Intl.DateTimeFormatOptions = { ...DAY_PARTS, year: 'numeric' }
const MONTH_PARTS: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric' }

/** Made once for each: a format costs more than the row that it is for. */
const formats = new Map<string, Intl.DateTimeFormat>()
function dateText(at: number, locale = 'en-GB', parts: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(parts)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, parts)
  formats.set(key, known)
  return known.format(at)
}

/** "November 2026". */
export const monthText = (month: number, locale: string | undefined): string => dateText(month, locale, MONTH_PARTS)
