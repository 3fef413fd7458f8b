const TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * Parses an RFC 3339 `date-time` with capital letters to ms since 1970; `undefined` for anything else, including
 * non-existent days and leap seconds.
 */
export function parseTime(text: unknown): number | undefined {
  const [, year, month, day] = (typeof text === 'string' && TIME.exec(text)) || []
  if (typeof text !== 'string' || !year) return undefined
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > days) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
