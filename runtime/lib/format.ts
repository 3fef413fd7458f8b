/** Formats amounts for visitors. For display only: never use the results in a transaction. */
import { numberFormat } from './locale.ts'
import { type Amount, floorUnits, formatUnits, parseDecimal } from './units.ts'

/** Fraction digits: 2 by default, 6 for a token, 3 for a token in a message. Fiat has those of its currency. */
export const DEFAULT_DECIMALS = 2
export const TOKEN_DECIMALS = 6
export const MESSAGE_DECIMALS = 3

/**
 * `1.23456` becomes `1.23`: rounds down, and never uses exponent form. `0` for a negative number and for other text.
 *
 * @example
 * ```ts
 * import { formatNumber } from 'walletkit/plugin'
 *
 * formatNumber('1234.5678', 2, 'en') // '1,234.56'
 * ```
 */
export function formatNumber(text: string, places = DEFAULT_DECIMALS, locale?: string): string {
  const amount = parseDecimal(text)
  return amount ? group(floorUnits(amount.value, amount.decimals, places), places, places, locale) : '0'
}

/**
 * Formats a token amount with at most `places` fraction digits. An amount that is too small for them shows as less than
 * the smallest amount with so many digits: `<0.000001`.
 *
 * @example
 * ```ts
 * import { formatToken } from 'walletkit/plugin'
 *
 * formatToken({ value: 1_500_000n, decimals: 6 }) // '1.5'
 * ```
 */
export function formatToken({ value, decimals }: Amount, places = TOKEN_DECIMALS, locale?: string): string {
  const cut = floorUnits(value, decimals, places)
  if (cut === '0' && value > 0n) return `<${group(formatUnits(1n, places), 0, places, locale)}`
  return group(cut, 0, places, locale)
}

const [LEFT_TO_RIGHT, RIGHT_TO_LEFT] = ['\u200e', '\u200f']

/**
 * Formats fiat with the fraction digits of its currency, rounded down, or up if `up` is true. Returns two parts,
 * because views render the cents in a lighter colour.
 *
 * @example
 * ```ts
 * import { formatFiat } from 'walletkit/plugin'
 *
 * formatFiat({ value: 1_248_062n, decimals: 2 }, 'en') // { whole: '$12,480', cents: '.62' }
 * ```
 */
export function formatFiat({ value, decimals }: Amount, locale?: string, currency = 'USD', up = false) {
  const format = numberFormat(locale, { style: 'currency', currency })
  const { maximumFractionDigits = DEFAULT_DECIMALS } = format.resolvedOptions()
  const scale = 10n ** BigInt(Math.max(0, decimals - maximumFractionDigits))
  const cut = floorUnits(up ? value + scale - 1n : value, decimals, maximumFractionDigits)
  const parts = format.formatToParts(cut as Intl.StringNumericLiteral)
  const at = parts.findIndex(({ type }) => type === 'decimal')
  const isRtl = parts[0]?.value.includes(RIGHT_TO_LEFT)
  // Inside right-to-left text, the "$" of "US$" would move to the other side of its letters.
  const text = (list: typeof parts) =>
    list.map(({ type, value }) => (isRtl && type === 'currency' ? value + LEFT_TO_RIGHT : value)).join('')
  return at < 0 ? { whole: text(parts), cents: '' } : { whole: text(parts.slice(0, at)), cents: text(parts.slice(at)) }
}

/**
 * Formats US dollars with two digits, as one text.
 *
 * @example
 * ```ts
 * import { fiatText } from 'walletkit/plugin'
 *
 * fiatText({ value: 1_248_062n, decimals: 2 }, 'en') // '$12,480.62'
 * ```
 */
export const fiatText = (amount: Amount, locale?: string) => {
  const { whole, cents } = formatFiat(amount, locale)
  return whole + cents
}

const group = (text: string, minimumFractionDigits: number, maximumFractionDigits: number, locale?: string) =>
  numberFormat(locale, { minimumFractionDigits, maximumFractionDigits }).format(text as Intl.StringNumericLiteral)
