/** Amounts of tokens, in base units and exact decimal text only: a float would round them. */
import { type Amount, formatUnits, multiply, parseDecimal, parseUnits } from './units.ts'

/** No real token has more decimals, so a service or contract that claims more is wrong. */
export const MAX_DECIMALS = 36

/** A number of decimals from its text; `undefined` if it is not a number from 0 to {@link MAX_DECIMALS}. */
export const parseDecimals = (text: string): number | undefined =>
  /^\d{1,2}$/.test(text) && Number(text) <= MAX_DECIMALS ? Number(text) : undefined

/** The typed amount in base units; `undefined` if it is not a valid amount of the token. */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const value = parseUnits(text, decimals)
  return value !== undefined && value < 2n ** 256n ? value : undefined
}

/** The exact decimal text of an amount, for the input field. */
export const plainText = ({ value, decimals }: Amount): string => formatUnits(value, decimals)

/** The amount in units of `decimals`, truncated if it has more. */
export function rescale(amount: Amount, decimals: number): bigint {
  const scale = 10n ** BigInt(Math.abs(amount.decimals - decimals))
  return amount.decimals > decimals ? amount.value / scale : amount.value * scale
}

/** Parses decimal text as an amount of a token, truncated to its decimals; zero if the text is invalid. */
export function amountOf(numeric: string, decimals: number): Amount {
  const parsed = parseDecimal(numeric)
  return { value: parsed ? rescale(parsed, decimals) : 0n, decimals }
}

/** A price to calculate with; `undefined` if it is missing or zero. */
export const rateOf = (price: number | undefined): Amount | undefined =>
  price !== undefined && price > 0 ? parseDecimal(String(price)) : undefined

/** Exact value in USD; `undefined` without a price. For display and checks. */
export function worth(amount: Amount, price: number | undefined): Amount | undefined {
  const rate = rateOf(price)
  return rate && multiply(amount, rate)
}

/** The exact sum of two amounts. */
export function add(a: Amount, b: Amount): Amount {
  const decimals = Math.max(a.decimals, b.decimals)
  return { value: rescale(a, decimals) + rescale(b, decimals), decimals }
}

/** `a / b`, truncated to `places` decimals; `undefined` if `b` is zero. */
export function divide(a: Amount, b: Amount, places: number): Amount | undefined {
  if (b.value === 0n) return undefined
  const shift = BigInt(places + b.decimals - a.decimals)
  const value = shift >= 0n ? (a.value * 10n ** shift) / b.value : a.value / (b.value * 10n ** -shift)
  return { value, decimals: places }
}

/** Rounds up to two decimals, so that a cost never looks lower than it is. */
export function ceilCents({ value, decimals }: Amount): Amount {
  if (decimals <= 2) return { value, decimals }
  const step = 10n ** BigInt(decimals - 2)
  return { value: (value + step - 1n) / step, decimals: 2 }
}

/** The native balance minus the fee; never below zero. */
export const maxAmount = (balance: bigint, fee: bigint): bigint => (balance > fee ? balance - fee : 0n)
