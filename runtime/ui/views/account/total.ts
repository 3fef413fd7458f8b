/** What the account's tokens are worth together, exact to the digits that the service gave. Display only. */
import type { TokenBalance } from '../../../data/balance.ts'
import { type Amount, multiply, parseDecimal } from '../../../lib/units.ts'

type Worth = Pick<TokenBalance, 'value' | 'price'> & { readonly quantity: { readonly numeric: string } }

/** USD of one token: as the service says, else quantity × price; `undefined` when nobody named a price. */
export function tokenWorth({ value, price, quantity }: Worth): Amount | undefined {
  if (value !== undefined) return parseDecimal(String(value))
  const [amount, rate] = [parseDecimal(quantity.numeric), price > 0 ? parseDecimal(String(price)) : undefined]
  return amount && rate && multiply(amount, rate)
}

/** The sum; `undefined` when no token has a price, and a figure in USD would be a lie. */
export function totalWorth(tokens: readonly Worth[]): Amount | undefined {
  const worths = tokens.flatMap((token) => tokenWorth(token) ?? [])
  return worths.length || !tokens.length ? worths.reduce(add, { value: 0n, decimals: 0 }) : undefined
}

function add(a: Amount, b: Amount): Amount {
  const decimals = Math.max(a.decimals, b.decimals)
  const scaled = ({ value, decimals: own }: Amount) => value * 10n ** BigInt(decimals - own)
  return { value: scaled(a) + scaled(b), decimals }
}
