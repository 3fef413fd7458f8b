/** Exact amounts: bigint base units plus decimals. Never use floating point for money. */

export type Amount = { readonly value: bigint; readonly decimals: number }

const GRAMMAR = /^(\d+)(?:\.(\d*))?$|^\.(\d+)$/

/**
 * Parses a decimal amount: digits and at most one dot, with at most `decimals` fraction digits. `undefined` for
 * anything else (signs, spaces, exponents, hex, separators, digits of other scripts, "" and "."), and for more than 78
 * digits before the dot.
 *
 * @example
 * ```ts
 * import { parseUnits } from 'walletkit/plugin'
 *
 * parseUnits('1.5', 6) // 1_500_000n
 * parseUnits('1.1234567', 6) // undefined
 * ```
 */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const match = GRAMMAR.exec(text)
  if (!match) return undefined
  const whole = match[1] ?? '0'
  const fraction = match[2] ?? match[3] ?? ''
  if (fraction.length > decimals || whole.length > 78) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/**
 * The exact decimal text of base units, without trailing zeros: `formatUnits(1_500_000n, 6)` is `1.5`.
 *
 * @example
 * ```ts
 * import { formatUnits } from 'walletkit/plugin'
 *
 * formatUnits(1_500_000n, 6) // '1.5'
 * ```
 */
export function formatUnits(value: bigint, decimals: number): string {
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return (negative ? '-' : '') + whole + (fraction ? `.${fraction}` : '')
}

/**
 * Base units rounded down to `places` fraction digits, as text.
 *
 * @example
 * ```ts
 * import { floorUnits } from 'walletkit/plugin'
 *
 * floorUnits(1_239_999n, 6, 2) // '1.23'
 * ```
 */
export function floorUnits(value: bigint, decimals: number, places: number): string {
  if (decimals <= places) return formatUnits(value, decimals)
  const step = 10n ** BigInt(decimals - places)
  return formatUnits(value - (value % step), decimals)
}

/**
 * Parses decimal text (a price, a quantity), with at most 60 digits on each side of the dot, as an exact amount;
 * `undefined` for other text. Also takes exponent form with a sign and one or two digits (`1.5e-7`).
 *
 * @example
 * ```ts
 * import { parseDecimal } from 'walletkit/plugin'
 *
 * parseDecimal('2500.50') // { value: 250050n, decimals: 2 }
 * parseDecimal('1,000') // undefined
 * ```
 */
export function parseDecimal(text: string): Amount | undefined {
  const plain = /^\d{1,60}(\.\d{1,60})?$/.test(text) ? text : expand(text)
  if (plain === undefined) return undefined
  const decimals = plain.split('.')[1]?.length ?? 0
  const value = parseUnits(plain, decimals)
  return value === undefined ? undefined : { value, decimals }
}

/** Expands exponent form, which JavaScript and services use for numbers: `1.5e-7` becomes `0.00000015`. */
function expand(text: string): string | undefined {
  const match = /^(\d)(?:\.(\d{1,30}))?e([+-]\d{1,2})$/.exec(text)
  if (!match) return undefined
  const exponent = Number(match[3])
  const digits = (match[1] ?? '') + (match[2] ?? '')
  const point = 1 + exponent
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length ? digits.padEnd(point, '0') : `${digits.slice(0, point)}.${digits.slice(point)}`
}

/**
 * The exact product of two amounts.
 *
 * @example
 * ```ts
 * import { multiply } from 'walletkit/plugin'
 *
 * // 1.5 tokens at $2,500.50
 * multiply({ value: 15n, decimals: 1 }, { value: 250050n, decimals: 2 }) // { value: 3750750n, decimals: 3 }
 * ```
 */
export function multiply(a: Amount, b: Amount): Amount {
  return { value: a.value * b.value, decimals: a.decimals + b.decimals }
}

/**
 * -1, 0 or 1: `a` is less than, equal to or greater than `b`, whatever their decimals.
 *
 * @example
 * ```ts
 * import { compare } from 'walletkit/plugin'
 *
 * compare({ value: 15n, decimals: 1 }, { value: 1_500_000n, decimals: 6 }) // 0
 * ```
 */
export function compare(a: Amount, b: Amount): -1 | 0 | 1 {
  const scale = BigInt(Math.max(a.decimals, b.decimals))
  const left = a.value * 10n ** (scale - BigInt(a.decimals))
  const right = b.value * 10n ** (scale - BigInt(b.decimals))
  return left < right ? -1 : left > right ? 1 : 0
}
