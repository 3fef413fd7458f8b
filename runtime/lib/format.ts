/** Amounts, addresses and times as a visitor reads them. Display only: nothing here feeds a transaction. */
import { numberFormat } from './locale.ts'
import { type Amount, floorUnits, formatUnits, parseDecimal } from './units.ts'

/** Fraction digits: 2 by default and in fiat, 6 for a token, 3 for a token in a message (spec section 9). */
export const DEFAULT_DECIMALS = 2
export const TOKEN_DECIMALS = 6
export const MESSAGE_DECIMALS = 3

/** `1.23456` as `1.23`: cut down, never up, and never in exponent form. */
export function formatNumber(text: string, places = DEFAULT_DECIMALS, locale?: string): string {
  const amount = parseDecimal(text)
  return amount ? group(floorUnits(amount.value, amount.decimals, places), places, places, locale) : '0'
}

/** A token amount of base units with at most `places` digits; dust shows as `<0.000001`. */
export function formatToken({ value, decimals }: Amount, places = TOKEN_DECIMALS, locale?: string): string {
  const cut = floorUnits(value, decimals, places)
  if (cut === '0' && value > 0n) return `<${group(formatUnits(1n, places), 0, places, locale)}`
  return group(cut, 0, places, locale)
}

/** Fiat with two digits: `{ whole: '$12,480', cents: '.62' }`, apart because the cents are drawn lighter. */
export function formatFiat({ value, decimals }: Amount, locale?: string, currency = 'USD') {
  const cut = floorUnits(value, decimals, DEFAULT_DECIMALS)
  const parts = numberFormat(locale, { style: 'currency', currency }).formatToParts(cut as Intl.StringNumericLiteral)
  const at = parts.findIndex(({ type }) => type === 'decimal')
  const text = (list: typeof parts) => list.map((part) => part.value).join('')
  return at < 0 ? { whole: text(parts), cents: '' } : { whole: text(parts.slice(0, at)), cents: text(parts.slice(at)) }
}

export const fiatText = (amount: Amount, locale?: string) => {
  const { whole, cents } = formatFiat(amount, locale)
  return whole + cents
}

const group = (text: string, minimumFractionDigits: number, maximumFractionDigits: number, locale?: string) =>
  numberFormat(locale, { minimumFractionDigits, maximumFractionDigits }).format(text as Intl.StringNumericLiteral)
