/** Amounts of the on-ramp: what is typed, the limits, and how they read. */
import { type Amount, compare, displayNames, formatFiat, formatToken, parseDecimal } from 'walletkit/plugin'
import type { Money, PaymentCurrency } from './shape.ts'

/** What the chips offer, in whole units of the currency. */
export const CHIPS = ['50', '100', '250', '500'] as const

/** Of the field's text: at most two decimals. `undefined` for anything else, and for nothing. */
export function readAmount(typed: string): Amount | undefined {
  const text = typed.trim().replace(/\.$/, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? parseDecimal(text) : undefined
}

export type Limit = { kind: 'ok' } | { kind: 'low'; least: Amount } | { kind: 'high'; most: Amount }

/** Whether any way to pay takes the amount: the least of all, the most of all (spec section 8). */
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

/** `$50.00` where the code is a currency's, else `50.00 XYZ`. */
export function moneyText(amount: Amount, currency: string, locale: string | undefined): string {
  if (!/^[A-Z]{3}$/.test(currency) || !isCurrency(currency))
    return `${formatToken(amount, undefined, locale)} ${currency}`
  const { whole, cents } = formatFiat(amount, locale, currency)
  return whole + cents
}

/** Of a quote: fiat with two digits, tokens with six. */
export function readMoney({ amount, currency }: Money, locale: string | undefined): string {
  const parsed = parseDecimal(amount)
  return parsed ? moneyText(parsed, currency, locale) : `${amount} ${currency}`
}

/** ISO 4217 codes as the browser knows them: a token may have three letters too. */
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

/** `US Dollar`; the code itself where the browser knows no name. */
export function currencyName(code: string, locale: string | undefined): string {
  try {
    return displayNames(locale, { type: 'currency' }).of(code) ?? code
  } catch {
    return code
  }
}
