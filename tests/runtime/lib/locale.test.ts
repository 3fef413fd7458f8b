import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeText, monthText } from '../../../plugins/history/time.ts'
import { currencyName, moneyText } from '../../../plugins/onramp/amounts.ts'
import { momentText } from '../../../plugins/smart-sessions/words.ts'
import { fiatText, formatNumber, formatToken } from '../../../runtime/lib/format.ts'
import { dateFormat, inEnglishOrder, localeOf, numberFormat } from '../../../runtime/lib/locale.ts'
import { LOCALES, liveIn, speak, ZONES } from '../../support/locales.ts'

const REFUSED = ['en-US@posix', 'C', '', 'de_DE', 'en-US.UTF-8', '*', 'x'] as const

describe('the locale', () => {
  it('is what the config says, else the first of the browser that is a tag, else English', () => {
    speak('en-US@posix', 'C', 'fr-CH', 'de-DE')
    expect(localeOf('tr-tr')).toBe('tr-TR')
    expect(localeOf()).toBe('fr-CH')
    expect(localeOf('de_DE')).toBe('fr-CH')
    speak()
    expect(localeOf()).toBe('en')
  })

  it.each(REFUSED)('is English where the browser says %j alone, whatever the config says of that kind', (tag) => {
    speak(tag)
    expect(localeOf()).toBe('en')
    expect(localeOf(tag)).toBe('en')
  })

  it('is a tag that Intl takes, for whatever text comes', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (wanted, list) => {
        speak(...list)
        expect(() => numberFormat(wanted, {}).format(1)).not.toThrow()
        expect(Intl.getCanonicalLocales(localeOf(wanted))).toEqual([localeOf(wanted)])
      }),
    )
  })

  it('orders texts that others compare in one way everywhere', () => {
    speak('et')
    expect(['zu', 'ta', 'sa'].sort(inEnglishOrder)).toEqual(['sa', 'ta', 'zu'])
  })
})

describe.each(LOCALES)('where the browser says %j', (locale) => {
  const amount = { value: 1_234_567_891n, decimals: 6 }
  /** The number in a text of the locale, in ASCII digits, without marks and signs. */
  const figures = (text: string) => {
    const digits = [...numberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse()
    return [...text]
      .map((sign) => digits.indexOf(sign))
      .filter((digit) => digit >= 0)
      .join('')
  }

  it('money keeps every digit', () => {
    speak(locale)
    for (const given of [undefined, locale]) {
      expect(figures(formatToken(amount, 6, given))).toBe('1234567891')
      expect(figures(fiatText(amount, given))).toBe('123456')
      expect(figures(formatNumber('1234.5', 2, given))).toBe('123450')
      expect(figures(moneyText(amount, 'EUR', given))).toBe('123456')
      expect(currencyName('EUR', given)).not.toBe('')
    }
  })

  it.each(ZONES)('history and sessions tell the day and hour of %s', (zone) => {
    speak(locale)
    liveIn(zone)
    const at = new Date(2026, 9, 4, 0, 30).getTime()
    const say = ({ key }: { key: string }) => key
    const [day, hour] = [
      figures(timeText(at, at + 30 * 86_400_000, undefined, say)),
      figures(momentText(at, undefined)),
    ]
    expect(day).toMatch(/^0?4$/)
    expect(figures(monthText(at, undefined))).toBe('2026')
    expect(hour).toMatch(/30$/)
    expect(dateFormat(undefined, { hour: 'numeric', hourCycle: 'h23' }).resolvedOptions().timeZone).toBe(
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    )
  })
})
