/** Parses the `Retry-After` header (RFC 9110, section 10.2.3): how long a server asks clients to wait. */

/** The longest wait in ms; a longer one that a server asks for is shortened to this. */
export const RETRY_AFTER_LIMIT = 60_000

/**
 * The wait in ms from `now`, at most {@link RETRY_AFTER_LIMIT}; 0 for a date in the past. `undefined` for a value that
 * is neither delay-seconds nor an HTTP-date: treat it as an absent header.
 */
export function parseRetryAfter(header: string, now = Date.now()): number | undefined {
  const text = header.replace(/^[ \t]+|[ \t]+$/g, '')
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : parseHttpDate(text, now) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), RETRY_AFTER_LIMIT)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const MONTH = `(?<month>${MONTHS.join('|')})`
const TIME = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)'

/** The three forms of an HTTP-date (RFC 9110, section 5.6.7). All are in GMT; the last one does not name the zone. */
const FORMS = [
  // IMF-fixdate: Sun, 06 Nov 1994 08:49:37 GMT
  `(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT`,
  // rfc850-date: Sunday, 06-Nov-94 08:49:37 GMT
  `(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT`,
  // asctime-date: Sun Nov  6 08:49:37 1994
  `(Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} (?<day>\\d\\d| \\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`))

/** ms since 1970; NaN for text that is not an HTTP-date, and for a day or time that does not exist. */
function parseHttpDate(text: string, now: number): number {
  for (const form of FORMS) {
    const found = form.exec(text)?.groups
    if (!found) continue
    const { year = '', month = '', day, hour, minute, second } = found
    const [d, h, m, s] = [day, hour, minute, second].map(Number) as [number, number, number, number]
    // 60 is a leap second.
    if (h > 23 || m > 59 || s > 60) return Number.NaN
    const at = (fullYear: number) => Date.UTC(fullYear, MONTHS.indexOf(month), d, h, m, s)
    const date = at(year.length === 2 ? nearestYear(Number(year), at, now) : Number(year))
    // Date.UTC turns 31 February into a day of March; detect that.
    return new Date(date - (s === 60 ? 1000 : 0)).getUTCDate() === d ? date : Number.NaN
  }
  return Number.NaN
}

/**
 * A two-digit year that would be more than 50 years ahead means the most recent past year with these digits (RFC 9110).
 */
function nearestYear(digits: number, at: (year: number) => number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + digits
  const limit = new Date(now).setUTCFullYear(thisYear + 50)
  return at(year) > limit ? year - 100 : year
}
