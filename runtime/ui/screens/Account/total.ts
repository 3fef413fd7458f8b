/** What the account's tokens are worth, exact to the digits of the prices. Display only. */
import type { TokenBalance } from '../../../contracts/tokenBalance.ts'
import { type Amount, multiply, parseDecimal } from '../../../lib/units.ts'

type Worth = Pick<TokenBalance, 'value' | 'price'> & { readonly quantity: { readonly numeric: string } }

/**
 * What the account holds of one token, in USD: the service's value, else quantity × price; `undefined` without both.
 */
export function tokenWorth({ value, price, quantity }: Worth): Amount | undefined {
  if (value !== undefined) return parseDecimal(String(value))
  const [amount, rate] = [parseDecimal(quantity.numeric), price > 0 ? parseDecimal(String(price)) : undefined]
  return amount && rate && multiply(amount, rate)
}

/**
 * The sum in USD, without the tokens whose worth is unknown. 0 without tokens, but `undefined` if no token's worth is
 * known, because 0 would be wrong.
 */
export function totalWorth(tokens: readonly Worth[]): Amount | undefined {
  const worths = tokens.flatMap((token) => tokenWorth(token) ?? [])
  return worths.length || !tokens.length ? worths.reduce(add, { value: 0n, decimals: 0 }) : undefined
}

function add(a: Amount, b: Amount): Amount {
  const decimals = Math.max(a.decimals, b.decimals)
  const scaled = ({ value, decimals: own }: Amount) => value * 10n ** BigInt(decimals - own)
  return { value: scaled(a) + scaled(b), decimals }
}
