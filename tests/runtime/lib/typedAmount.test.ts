import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberFormat } from '../../../runtime/lib/locale.ts'
import { readTyped, showTyped } from '../../../runtime/lib/typedAmount.ts'
import { formatUnits, parseUnits } from '../../../runtime/lib/units.ts'
import { LOCALES } from '../../support/locales.ts'

/** Types a text, one character after another, as the field handles it. */
function type(text: string, locale: string): string {
  let value = ''
  for (const sign of text) value = readTyped(showTyped(value, locale) + sign, locale, false) ?? value
  return value
}

describe.each(LOCALES)('an amount in the locale %j', (locale) => {
  it('is the same with a comma, a full stop, Arabic, Persian, Hindi and full-width digits', () => {
    for (const text of ['1.5', '1,5', '١٫٥', '١.٥', '۱٫۵', '۱,۵', '१.५', '１．５', '１，５', ' 1.5 ']) {
      expect(readTyped(text, locale)).toBe('1.5')
      expect(type(text.trim(), locale)).toBe('1.5')
    }
    for (const text of ['1.234', '1,234', '۱٫۲۳۴']) expect(type(text, locale)).toBe('1.234')
  })

  it('never becomes another amount: a pasted mark that could stand between thousands is refused', () => {
    for (const text of ['1.234', '1,234', '12,345', '999.000', '١,٢٣٤']) {
      const plain = readTyped(text, locale)
      const mark = /[.,]/.exec(text)?.[0]
      if (showTyped('.', locale) === mark) expect(plain).toBe(showTypedPlain(text))
      else expect(plain).toBeUndefined()
    }
    expect(readTyped('0,123', locale)).toBe('0.123')
    expect(readTyped('1,2345', locale)).toBe('1.2345')
  })

  it.each(['1a', 'a', '1.2.', '1e5', '-1', '+1', '0x1', '1 2', '1,,5', '½', '²', '\u202e1', '1\u200f', '٣٬١'])(
    'refuses %j',
    (text) => {
      expect(readTyped(text, locale)).toBeUndefined()
    },
  )

  it('shows what it reads, and reads what it shows', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), fc.integer({ min: 0, max: 30 }), (value, decimals) => {
        const plain = formatUnits(value, decimals)
        expect(type(showTyped(plain, locale), locale)).toBe(plain)
        expect(readTyped(showTyped(plain, locale), locale)).toBe(plain)
      }),
    )
  })

  it('reads a number as the locale itself groups it', () => {
    for (const plain of ['1234567.89', '12345678', '1234.5']) {
      const digits = plain.split('.')[1]?.length ?? 0
      const own = numberFormat(locale, { minimumFractionDigits: digits }).format(plain as Intl.StringNumericLiteral)
      expect(readTyped(own, locale)).toBe(plain)
    }
  })

  it('reads whatever text comes as nothing or as one amount', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[\d.,٠-٩۰-۹٫٬' ]{0,12}$/)),
        fc.boolean(),
        (text, isPasted) => {
          const plain = readTyped(text, locale, isPasted)
          if (plain !== undefined && plain !== '') expect(parseUnits(plain, 100)).toBeDefined()
        },
      ),
    )
  })
})

const showTypedPlain = (text: string) =>
  text.replace(',', '.').replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))

describe('what is typed', () => {
  it('drops zeros in front and gives a lone mark its zero', () => {
    expect(readTyped('05', 'en')).toBe('5')
    expect(readTyped('000', 'en')).toBe('0')
    expect(readTyped('.', 'en')).toBe('0.')
    expect(readTyped('.5', 'en')).toBe('0.5')
    expect(readTyped('', 'en')).toBe('')
    expect(type('1.2.', 'en')).toBe('1.2')
    expect(type('1a', 'en')).toBe('1')
  })

  it('is shown in the digits and with the mark of the locale', () => {
    expect(showTyped('1234.50', 'de-DE')).toBe('1234,50')
    expect(showTyped('12.', 'ar-EG')).toBe('١٢٫')
    expect(showTyped('12.5', 'fa-IR')).toBe('۱۲٫۵')
  })

  it('is not mixed up by grouping of other places', () => {
    expect(readTyped('1,234.56', 'en')).toBe('1234.56')
    expect(readTyped('1,234.56', 'de')).toBeUndefined()
    expect(readTyped('1.234,56', 'de')).toBe('1234.56')
    expect(readTyped('1.234,56', 'en')).toBeUndefined()
    expect(readTyped('12,34,567.8', 'hi-IN')).toBe('1234567.8')
    expect(readTyped('12,34,567.8', 'en')).toBeUndefined()
  })
})

it.each([
  ['es', '1.234,56'],
  ['pl', '1\u00a0234,56'],
  ['pt-PT', '1 234,56'],
])('in %s, a pasted amount of four digits may have a separator, which Intl leaves out there', (locale, text) => {
  expect(readTyped(text, locale)).toBe('1234.56')
  expect(readTyped('1234,56', locale)).toBe('1234.56')
  expect(readTyped('12,34.56', locale)).toBeUndefined()
  expect(readTyped('1.234', locale)).toBeUndefined()
})
