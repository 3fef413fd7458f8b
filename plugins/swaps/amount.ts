/** Amounts as base units and exact decimal text, never a float (decisions 4.22). */
import { type Amount, formatUnits, multiply, parseDecimal, parseUnits } from 'walletkit/plugin'

/** No token of the field has more; a service that says so is not believed (reliability P56). */
export const MAX_DECIMALS = 36

/** The typed amount in base units; `undefined` when it is none that the token can hold. */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const value = parseUnits(text, decimals)
  return value !== undefined && value < 2n ** 256n ? value : undefined
}

/** The exact decimal text of an amount, as a field holds it. */
export const plainText = ({ value, decimals }: Amount): string => formatUnits(value, decimals)

/** The amount in units of `decimals`, cut where it has more. */
export function rescale(amount: Amount, decimals: number): bigint {
  const scale = 10n ** BigInt(Math.abs(amount.decimals - decimals))
  return amount.decimals > decimals ? amount.value / scale : amount.value * scale
}

/** A decimal text as an amount of a token, cut to its decimals; zero for what is none. */
export function amountOf(numeric: string, decimals: number): Amount {
  const parsed = parseDecimal(numeric)
  return { value: parsed ? rescale(parsed, decimals) : 0n, decimals }
}

/** A price that can be counted with; `undefined` for none and for zero. */
export const rateOf = (price: number | undefined): Amount | undefined =>
  price !== undefined && price > 0 ? parseDecimal(String(price)) : undefined

/** Worth in USD, exact; `undefined` without a price. For display and guards. */
export function worth(amount: Amount, price: number | undefined): Amount | undefined {
  const rate = rateOf(price)
  return rate && multiply(amount, rate)
}

/** An amount in hundredths, rounded up: costs are never shown smaller than they are. */
export function ceilCents({ value, decimals }: Amount): Amount {
  if (decimals <= 2) return { value, decimals }
  const step = 10n ** BigInt(decimals - 2)
  return { value: (value + step - 1n) / step, decimals: 2 }
}

/** `a / b` with `places` fraction digits, cut; `undefined` where `b` is zero. */
export function divide(a: Amount, b: Amount, places: number): Amount | undefined {
  if (b.value === 0n) return undefined
  const shift = BigInt(places + b.decimals - a.decimals)
  const value = shift >= 0n ? (a.value * 10n ** shift) / b.value : a.value / (b.value * 10n ** -shift)
  return { value, decimals: places }
}

/** All that can be spent: a token's whole balance, the native balance less the fee; never below zero. */
export const maxAmount = (balance: bigint, fee: bigint): bigint => (balance > fee ? balance - fee : 0n)
