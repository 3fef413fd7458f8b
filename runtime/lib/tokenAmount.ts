/** Amounts of tokens, in base units and exact decimal text only: a float would round them. */
import { type Amount, formatUnits, multiply, parseDecimal, parseUnits } from './units.ts'

/**
 * The most decimals of a token. Common tokens do not have more, so a service or contract that claims more counts as
 * wrong.
 */
export const MAX_DECIMALS = 36

/**
 * A number of decimals from its text; `undefined` if it is not a number from 0 to {@link MAX_DECIMALS}.
 *
 * @example
 * ```ts
 * import { parseDecimals } from 'walletkit/plugin'
 *
 * parseDecimals('18') // 18
 * parseDecimals('-1') // undefined
 * ```
 */
export const parseDecimals = (text: string): number | undefined =>
  /^\d{1,2}$/.test(text) && Number(text) <= MAX_DECIMALS ? Number(text) : undefined

/**
 * The typed amount in base units; `undefined` if it is not a valid amount of the token.
 *
 * @example
 * ```ts
 * import { parseAmount } from 'walletkit/plugin'
 *
 * parseAmount('1.5', 6) // 1500000n
 * parseAmount('1.2345678', 6) // undefined: a token of 6 decimals has no such amount
 * ```
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const value = parseUnits(text, decimals)
  return value !== undefined && value < 2n ** 256n ? value : undefined
}

/**
 * The exact decimal text of an amount, for the input field.
 *
 * @example
 * ```ts
 * import { plainText } from 'walletkit/plugin'
 *
 * plainText({ value: 1_500_000n, decimals: 6 }) // '1.5'
 * ```
 */
export const plainText = ({ value, decimals }: Amount): string => formatUnits(value, decimals)

/**
 * The amount in units of `decimals`, truncated if it has more.
 *
 * @example
 * ```ts
 * import { rescale } from 'walletkit/plugin'
 *
 * rescale({ value: 1_500_000n, decimals: 6 }, 2) // 150n
 * ```
 */
export function rescale(amount: Amount, decimals: number): bigint {
  const scale = 10n ** BigInt(Math.abs(amount.decimals - decimals))
  return amount.decimals > decimals ? amount.value / scale : amount.value * scale
}

/**
 * Parses decimal text as an amount of a token, truncated to its decimals; zero if the text is invalid.
 *
 * @example
 * ```ts
 * import { amountOf } from 'walletkit/plugin'
 *
 * amountOf('1.5', 6) // { value: 1500000n, decimals: 6 }
 * ```
 */
export function amountOf(numeric: string, decimals: number): Amount {
  const parsed = parseDecimal(numeric)
  return { value: parsed ? rescale(parsed, decimals) : 0n, decimals }
}

/**
 * A price to calculate with; `undefined` if it is missing or not above zero.
 *
 * @example
 * ```ts
 * import { rateOf } from 'walletkit/plugin'
 *
 * rateOf(0.5) // { value: 5n, decimals: 1 }
 * rateOf(undefined) // undefined
 * ```
 */
export const rateOf = (price: number | undefined): Amount | undefined =>
  price !== undefined && price > 0 ? parseDecimal(String(price)) : undefined

/**
 * Exact value in USD; `undefined` without a price above zero. For display and checks.
 *
 * @example
 * ```ts
 * import { worth } from 'walletkit/plugin'
 *
 * const amount = { value: 2_000_000n, decimals: 6 }
 * worth(amount, 1.5) // 3 USD, as { value, decimals }
 * ```
 */
export function worth(amount: Amount, price: number | undefined): Amount | undefined {
  const rate = rateOf(price)
  return rate && multiply(amount, rate)
}

/**
 * The exact sum of two amounts.
 *
 * @example
 * ```ts
 * import { add } from 'walletkit/plugin'
 *
 * const [fee, tip] = [{ value: 5n, decimals: 1 }, { value: 25n, decimals: 2 }]
 * add(fee, tip) // { value: 75n, decimals: 2 }
 * ```
 */
export function add(a: Amount, b: Amount): Amount {
  const decimals = Math.max(a.decimals, b.decimals)
  return { value: rescale(a, decimals) + rescale(b, decimals), decimals }
}

/**
 * `a / b`, truncated to `places` decimals; `undefined` if `b` is zero.
 *
 * @example
 * ```ts
 * import { divide } from 'walletkit/plugin'
 *
 * const [one, three] = [{ value: 1n, decimals: 0 }, { value: 3n, decimals: 0 }]
 * divide(one, three, 4) // { value: 3333n, decimals: 4 }
 * ```
 */
export function divide(a: Amount, b: Amount, places: number): Amount | undefined {
  if (b.value === 0n) return undefined
  const shift = BigInt(places + b.decimals - a.decimals)
  const value = shift >= 0n ? (a.value * 10n ** shift) / b.value : a.value / (b.value * 10n ** -shift)
  return { value, decimals: places }
}

/**
 * Rounds up to two decimals, so that a cost never looks lower than it is.
 *
 * @example
 * ```ts
 * import { ceilCents } from 'walletkit/plugin'
 *
 * ceilCents({ value: 12_001n, decimals: 4 }) // { value: 121n, decimals: 2 }
 * ```
 */
export function ceilCents({ value, decimals }: Amount): Amount {
  if (decimals <= 2) return { value, decimals }
  const step = 10n ** BigInt(decimals - 2)
  return { value: (value + step - 1n) / step, decimals: 2 }
}

/**
 * The native balance minus the fee; never below zero.
 *
 * @example
 * ```ts
 * import { maxAmount } from 'walletkit/plugin'
 *
 * maxAmount(100n, 30n) // 70n
 * maxAmount(10n, 30n) // 0n
 * ```
 */
export const maxAmount = (balance: bigint, fee: bigint): bigint => (balance > fee ? balance - fee : 0n)
