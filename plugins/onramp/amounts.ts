/** Amounts of the on-ramp: parsing, limits and formatting. */
import { type Amount, compare, displayNames, formatFiat, formatToken, parseDecimal } from 'walletkit/plugin'
import type { Money, PaymentCurrency } from './shape.ts'

/** The amounts of the quick-select buttons, in whole units of the currency. */
export const CHIPS = ['50', '100', '250', '500'] as const

/** Parses the field's text, at most nine digits and two decimals. `undefined` if it is empty or anything else. */
export function readAmount(typed: string): Amount | undefined {
  const text = typed.trim().replace(/\.$/, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? parseDecimal(text) : undefined
}

export type Limit = { kind: 'ok' } | { kind: 'low'; least: Amount } | { kind: 'high'; most: Amount }

/**
 * `ok` if a payment method accepts the amount, or if no limits are known. Else `low` with the lowest minimum of all
 * methods, or `high` with the highest maximum.
 */
export function checkLimits(amount: Amount, { payment_method_limits: limits }: PaymentCurrency): Limit {
  const bounds = limits.flatMap(({ min, max }) => {
    const [low, high] = [parseDecimal(min), parseDecimal(max)]
    return low && high ? [{ low, high }] : []
  })
  if (bounds.some(({ low, high }) => compare(amount, low) >= 0 && compare(amount, high) <= 0)) return { kind: 'ok' }
  const lows = bounds.map(({ low }) => low).sort(compare)
  const highs = bounds.map(({ high }) => high).sort(compare)
  const [least, most] = [lows[0], highs.at(-1)]
  if (!least || !most) return { kind: 'ok' }
  return compare(amount, least) < 0 ? { kind: 'low', least } : { kind: 'high', most }
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

/** Asks the browser for its ISO 4217 codes, because a token symbol may have three letters too. */
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

/** `US Dollar`; the code itself if the browser has no name for it. */
export function currencyName(code: string, locale: string | undefined): string {
  try {
    return displayNames(locale, { type: 'currency' }).of(code) ?? code
  } catch {
    return code
  }
}
