import { afterEach, describe, expect, it } from 'vitest'
import { parseRetryAfter } from '../../../runtime/http/retryAfter.ts'

const now = Date.UTC(2026, 10, 23, 12, 0, 0)
const timezone = process.env['TZ']

afterEach(() => {
  if (timezone === undefined) delete process.env['TZ']
  else process.env['TZ'] = timezone
})

describe('delay-seconds [S7.retry.03]', () => {
  it.each([
    ['0', 0],
    ['3', 3000],
    ['007', 7000],
    [' 5\t', 5000],
    ['86400', 60_000],
    ['9'.repeat(400), 60_000],
  ])('%j is %d ms', (header, ms) => expect(parseRetryAfter(header, now)).toBe(ms))
})

describe('HTTP-date, always in GMT', () => {
  const forms = ['Mon, 23 Nov 2026 12:00:07 GMT', 'Monday, 23-Nov-26 12:00:07 GMT', 'Mon Nov 23 12:00:07 2026'] as const
  it.each(['UTC', 'Asia/Kolkata', 'America/Los_Angeles'])('reads its three forms alike in %s', (zone) => {
    process.env['TZ'] = zone
    expect(forms.map((form) => parseRetryAfter(form, now))).toEqual([7000, 7000, 7000])
  })

  it.each([
    ['asctime with a one-digit day', 'Sun Dec  6 08:49:37 2026', 60_000],
    ['the past', 'Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['two digits within 50 years', 'Monday, 23-Nov-70 12:00:07 GMT', 60_000],
    ['two digits that would be more than 50 years ahead', 'Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['a leap second', 'Thu, 31 Dec 2026 23:59:60 GMT', 60_000],
    ['the 29th of February of a leap year', 'Tue, 29 Feb 2028 00:00:00 GMT', 60_000],
  ])('%s', (_name, header, ms) => expect(parseRetryAfter(header, now)).toBe(ms))
})

it.each([
  '',
  ' ',
  '-1',
  '+5',
  '1.5',
  '.5',
  '1e3',
  '0x10',
  '5s',
  '10, 20',
  '10,20',
  '10 20',
  '\n5',
  'soon',
  '2026-11-23',
  '2026-11-23T12:00:07Z',
  '23 Nov 2026 12:00:07 GMT',
  'Mon, 23 Nov 2026 12:00:07',
  'Mon, 23 Nov 2026 12:00:07 UTC',
  'Mon, 23 Nov 2026 12:00:07 +0000',
  'Mon, 23 nov 2026 12:00:07 GMT',
  'Mon, 23 Nov 2026 24:00:00 GMT',
  'Mon, 23 Nov 2026 12:60:00 GMT',
  'Mon, 23 Nov 2026 12:00:61 GMT',
  'Sat, 31 Feb 2026 12:00:00 GMT',
  'Mon, 00 Nov 2026 12:00:00 GMT',
  'Mon, 3 Nov 2026 12:00:00 GMT',
  'Mon Nov 3 12:00:07 2026',
  'Mon Nov 23 12:00:07 2026 GMT',
  'Mon, 23 Nov 2026 12:00:07 GMT, Mon, 23 Nov 2026 12:00:09 GMT',
])('%j is neither, so the normal back-off holds', (header) => expect(parseRetryAfter(header, now)).toBeUndefined())
