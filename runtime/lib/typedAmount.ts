/**
 * Parses amounts as people type and paste them. A comma, a full stop, and the marks and digits of Arabic, Persian and
 * the kit's locale, Hindi digits, and full-width ones all count. Pasted text that could mean two amounts is refused:
 * on an English page, `1,234` means 1234 to some people and 1.234 to others.
 */
import { numberFormat } from './locale.ts'

/** The digits of keyboards in Arabic, Persian and Hindi, and the full-width ones of Japanese and Chinese keyboards. */
const DIGITS = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '０１２３４５６７８９']
const MARK = /[.,\u066B\u060C]/g
/** One to three digits, one mark and three digits: the mark may be a thousands separator or a decimal mark. */
const GROUP_LIKE = /^[1-9]\d{0,2}[.,\u060C]\d{3}$/
/** Thousands separators: spaces of every width, apostrophes, the Arabic mark, comma and full stop. */
const GROUPS = /[\s'’٬.,]/g

/** How a locale writes decimals: its ten digits and its decimal mark. */
function writing(locale: string | undefined) {
  const plain = numberFormat(locale, { useGrouping: false })
  const digits = [...plain.format(9_876_543_210)].reverse()
  const mark = plain.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return { digits, mark }
}

/** Replaces the digits of the supported scripts by ASCII digits, and the full-width comma and full stop by plain ones. */
function latin(text: string, locale: string | undefined): string {
  const all = [writing(locale).digits, ...DIGITS]
  return [...text.trim().replaceAll('，', ',').replaceAll('．', '.')]
    .map((sign) => {
      const at = all.map((digits) => digits.indexOf(sign)).find((found) => found >= 0)
      return at === undefined ? sign : String(at)
    })
    .join('')
}

/**
 * Returns the plain decimal text: `1.5` for `1,5`, `١٫٥` and `۱٫۵`; `5` for `05`; `0.` for `.`. `undefined` for text
 * that is not an amount, and for pasted text that could mean two.
 *
 * @param isPasted whether the text arrived as a whole, so that `1,234` may be a copied number with thousands. For text
 *   typed character by character, the field has already shown what the mark means.
 */
export function readTyped(text: string, locale?: string, isPasted = true): string | undefined {
  const typed = latin(text, locale)
  if (isPasted && GROUP_LIKE.test(typed) && writing(locale).mark !== typed.replace(/\d/g, '')) return undefined
  const plain = typed.replace(MARK, '.')
  if (/^\d*\.?\d*$/.test(plain)) return plain.replace(/^0+(?=\d)/, '').replace(/^\./, '0.')
  return isPasted ? readGrouped(typed, locale) : undefined
}

/** Parses a number with thousands separators as the locale writes it: `1,234.5` in English, `12,34,567.8` in Hindi. */
function readGrouped(typed: string, locale: string | undefined): string | undefined {
  const { mark } = writing(locale)
  const at = typed.lastIndexOf(mark)
  const whole = (at < 0 ? typed : typed.slice(0, at)).replace(GROUPS, '')
  const fraction = at < 0 ? '' : typed.slice(at + 1)
  if (!/^[1-9]\d*$/.test(whole) || !/^\d{0,20}$/.test(fraction) || GROUP_LIKE.test(typed)) return undefined
  const plain = fraction === '' ? whole : `${whole}.${fraction}`
  // `useGrouping: true`, because people also write four digits with a separator (`1.234`), and some locales (Spanish,
  // Polish) by default do not.
  const digits = { minimumFractionDigits: fraction.length, maximumFractionDigits: fraction.length, useGrouping: true }
  const own = numberFormat(locale, digits).format(plain as Intl.StringNumericLiteral)
  const same = (each: string) => latin(each, locale).replace(/\s/g, ' ').replace(/’/g, "'")
  return same(own) === same(typed) ? plain : undefined
}

/** Converts plain decimal text to the locale's digits and mark, as a field shows it: `1,50` in German. */
export function showTyped(plain: string, locale?: string): string {
  const { digits, mark } = writing(locale)
  return plain.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit).replace('.', mark)
}
