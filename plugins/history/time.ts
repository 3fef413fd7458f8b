/** Formats the time of a transaction for a visitor. */
import { dateFormat } from 'walletkit/plugin'
import type { Words } from './entry.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
/** From this age in days on, the list shows the date instead of an age such as "2 d". */
const RELATIVE_DAYS = 7

/** "2 min", "3 h", "2 d", then "4 Oct", with the year if it is not the current one. A future time reads as "now". */
export function timeText(at: number, now: number, locale: string | undefined, say: (words: Words) => string): string {
  const ago = now - at
  const count = (unit: number) => ({ n: String(Math.floor(ago / unit)) })
  if (ago < MINUTE) return say({ key: 'history.now' })
  if (ago < HOUR) return say({ key: 'history.minutes', values: count(MINUTE) })
  if (ago < DAY) return say({ key: 'history.hours', values: count(HOUR) })
  if (ago < RELATIVE_DAYS * DAY) return say({ key: 'history.days', values: count(DAY) })
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return dateFormat(locale, isThisYear ? DAY_PARTS : YEAR_PARTS).format(at)
}

/** The list groups months by the Gregorian calendar, so every date and heading must use this calendar. */
const calendar = 'gregory'
const DAY_PARTS: Intl.DateTimeFormatOptions = { calendar, day: 'numeric', month: 'short' }
const YEAR_PARTS: Intl.DateTimeFormatOptions = { ...DAY_PARTS, year: 'numeric' }
const MONTH_PARTS: Intl.DateTimeFormatOptions = { calendar, month: 'long', year: 'numeric' }

/** "November 2026". */
export const monthText = (month: number, locale: string | undefined): string =>
  dateFormat(locale, MONTH_PARTS).format(month)
