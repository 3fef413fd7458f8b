/**
 * Calculates a purchase's exact cost: prices from the sandbox's own price book, a fee of 1.5 percent, and ten cents for
 * the network.
 */
import { randomUUID } from 'node:crypto'
import { formatUnits, parseUnits } from 'viem'
import type { PriceBook } from '../prices.ts'
import { Refusal } from '../refusal.ts'
import { paymentCurrencies, RATES, type Sold } from './currencies.ts'

const FEE_PER_MILLE = 15n
const NETWORK_FEE = 10n
const PRICE_DECIMALS = 6
/** Amounts calculated from a total have at most this many fraction digits, so that they stay readable. */
const SHOWN_DECIMALS = 8

/**
 * A purchase's cost in cents of the payment currency; `bought` is what it buys, in the smallest unit of the bought
 * currency.
 */
export type Cost = { total: bigint; fee: bigint; networkFee: bigint; subtotal: bigint; bought: bigint }

/** Converts an amount such as `50` or `49.99` to cents. Throws a 400 {@link Refusal}. */
export function centsOf(amount: unknown, field = 'amount'): bigint {
  const text = String(amount)
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text))
    throw new Refusal(400, field, 'An amount with at most two decimals is expected')
  return parseUnits(text, 2)
}

export const centsText = (cents: bigint): string => `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`

const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b

function dollarsOf(sold: Sold, prices: PriceBook): bigint {
  const price = parseUnits(prices.of(sold.price), PRICE_DECIMALS)
  if (price === 0n) throw new Refusal(400, 'purchaseCurrency', `${sold.symbol} has no price`)
  return price
}

/**
 * What `total` (in cents of `currency`) buys, rounded down, so that it is never more than was paid for.
 * Throws a 400 {@link Refusal} for an unknown currency or a total outside of the limits.
 */
export function costOf(sold: Sold, currency: string, total: bigint, prices: PriceBook): Cost {
  const rate = RATES[currency]
  if (!rate) throw new Refusal(400, 'paymentCurrency', `The sandbox does not take ${currency}`)
  const limits = paymentCurrencies.find(({ id }) => id === currency)?.payment_method_limits ?? []
  if (!limits.some(({ min, max }) => total >= centsOf(min) && total <= centsOf(max)))
    throw new Refusal(400, 'amount', 'The amount is outside of every limit')
  const fee = ceil(total * FEE_PER_MILLE, 1000n)
  const subtotal = total - fee - NETWORK_FEE
  // Cents of the currency times US cents per unit gives ten-thousandths of a dollar.
  const dollars = subtotal * rate * 10n ** BigInt(PRICE_DECIMALS)
  const raw = (dollars * 10n ** BigInt(sold.decimals)) / (10_000n * dollarsOf(sold, prices))
  const step = 10n ** BigInt(Math.max(0, sold.decimals - SHOWN_DECIMALS))
  return { total, fee, networkFee: NETWORK_FEE, subtotal, bought: raw - (raw % step) }
}

/** The smallest total, in US cents, that buys at least `amount`. */
export function totalFor(sold: Sold, amount: bigint, prices: PriceBook): bigint {
  const cents = ceil(amount * dollarsOf(sold, prices), 10n ** BigInt(sold.decimals + PRICE_DECIMALS - 2))
  return ceil((cents + NETWORK_FEE) * 1000n, 1000n - FEE_PER_MILLE)
}

/** The response of `POST /v1/onramp/quote`. */
export function quoteOf(sold: Sold, currency: string, total: bigint, prices: PriceBook) {
  const cost = costOf(sold, currency, total, prices)
  const fiat = (cents: bigint) => ({ amount: centsText(cents), currency })
  return {
    paymentTotal: fiat(cost.total),
    paymentSubtotal: fiat(cost.subtotal),
    purchaseAmount: { amount: formatUnits(cost.bought, sold.decimals), currency: sold.symbol },
    coinbaseFee: fiat(cost.fee),
    networkFee: fiat(cost.networkFee),
    quoteId: randomUUID(),
  }
}
