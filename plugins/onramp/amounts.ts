/** Amounts of the on-ramp: parsing, limits and formatting. */
import { type Amount, compare, displayNames, formatFiat, formatToken, parseDecimal } from 'walletkit/plugin'
import type { Money, PaymentCurrency } from './shape.ts'

/** The amounts of the quick-select buttons, in whole units of the currency. */
export const CHIPS = ['50', '100', '250', '500'] as const

/** Parses the field's text: at most nine digits, and at most two decimals. `undefined` for an empty or other text. */
export function readAmount(typed: string): Amount | undefined {
  const text = typed.trim().replace(/\.$/, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? parseDecimal(text) : undefined
}

export type Limit = { kind: 'ok' } | { kind: 'low'; least: Amount } | { kind: 'high'; most: Amount }

/**
 * `ok` if a payment method accepts the amount, or if no limits are known. Else `low` with the lowest minimum above the
 * amount (even if the amount is above the range of another method), or `high` with the highest maximum of all methods.
 */
export function checkLimits(amount: Amount, { payment_method_limits: limits }: PaymentCurrency): Limit {
  const bounds = limits.flatMap(({ min, max }) => {
    const [low, high] = [parseDecimal(min), parseDecimal(max)]
    return low && high ? [{ low, high }] : []
  })
  if (bounds.some(({ low, high }) => compare(amount, low) >= 0 && compare(amount, high) <= 0)) return { kind: 'ok' }
  const ranges = bounds.filter(({ low, high }) => compare(low, high) <= 0)
  const lows = ranges.map(({ low }) => low).sort(compare)
  const most = ranges
    .map(({ high }) => high)
    .sort(compare)
    .at(-1)
  const least = lows.find((low) => compare(amount, low) < 0)
  if (least) return { kind: 'low', least }
  return most ? { kind: 'high', most } : { kind: 'ok' }
}

/** `$50.00` if the code is a currency, else `50.00 XYZ`. */
export function moneyText(amount: Amount, currency: string, locale: string | undefined): string {
  if (!/^[A-Z]{3}$/.test(currency) || !isCurrency(currency))
    return `${formatToken(amount, undefined, locale)} ${currency}`
  const { whole, cents } = formatFiat(amount, locale, currency)
  return whole + cents
}

/** Formats an amount of a quote: fiat as is usual for the currency, tokens with at most six decimals. */
export function readMoney({ amount, currency }: Money, locale: string | undefined): string {
  const parsed = parseDecimal(amount)
  return parsed ? moneyText(parsed, currency, locale) : `${amount} ${currency}`
}

/** Whether the browser knows this ISO 4217 code. A token symbol may have three letters as well. */
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

/** The name of a currency, such as `US Dollar`; the code itself if the browser has no name for it. */
export function currencyName(code: string, locale: string | undefined): string {
  try {
    return displayNames(locale, { type: 'currency' }).of(code) ?? code
  } catch {
    return code
  }
}
