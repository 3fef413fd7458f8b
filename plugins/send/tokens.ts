/** Reads contract, decimals and balance from a balance service's entry. */
import { type Amount, parseDecimal, parseDecimals, rescale, type TokenBalance } from 'walletkit/plugin'

/** The placeholder address that services use for the native currency: `0xeee…` on EVM networks, `So1…` on Solana. */
const NATIVE_ADDRESS = /:(0x[eE]{40}|So1{41})$/

/** The contract of a token, without its CAIP-10 prefix; `undefined` for the native currency. */
export function contractOf(token: Pick<TokenBalance, 'address'>): string | undefined {
  return token.address && !NATIVE_ADDRESS.test(token.address) ? token.address.split(':').at(-1) : undefined
}

/** Decimals from the balance entry; `undefined` if they are not valid. */
export const decimalsOf = ({ quantity }: Pick<TokenBalance, 'quantity'>): number | undefined =>
  parseDecimals(quantity.decimals)

/** The balance from a service, in base units, truncated to the token's decimals. */
export function balanceOf(token: Pick<TokenBalance, 'quantity'>): Amount | undefined {
  const decimals = decimalsOf(token)
  const amount = parseDecimal(token.quantity.numeric)
  return decimals === undefined || !amount ? undefined : { decimals, value: rescale(amount, decimals) }
}
