/** Amounts in base units and exact decimal text only: a float would round them. */
import { type Amount, formatUnits, multiply, parseDecimal, parseUnits, type TokenBalance } from 'walletkit/plugin'

/** No real token has more decimals, so a contract that claims more is wrong or malicious. */
export const MAX_DECIMALS = 36

/** The placeholder address that services use for the native currency: `0xeee…` on EVM networks, `So1…` on Solana. */
const NATIVE_ADDRESS = /:(0x[eE]{40}|So1{41})$/

/** The contract of a token, without its CAIP-10 prefix; `undefined` for the native currency. */
export function contractOf(token: Pick<TokenBalance, 'address'>): string | undefined {
  return token.address && !NATIVE_ADDRESS.test(token.address) ? token.address.split(':').at(-1) : undefined
}

/** Decimals from the balance entry; `undefined` if they are not a number from 0 to {@link MAX_DECIMALS}. */
export function decimalsOf({ quantity }: Pick<TokenBalance, 'quantity'>): number | undefined {
  const decimals = /^\d{1,2}$/.test(quantity.decimals) ? Number(quantity.decimals) : undefined
  return decimals !== undefined && decimals <= MAX_DECIMALS ? decimals : undefined
}

/** The balance from a service, in base units, truncated to the token's decimals. */
export function balanceOf(token: Pick<TokenBalance, 'quantity'>): Amount | undefined {
  const decimals = decimalsOf(token)
  const amount = parseDecimal(token.quantity.numeric)
  if (decimals === undefined || !amount) return undefined
  const scale = 10n ** BigInt(Math.abs(amount.decimals - decimals))
  return { decimals, value: amount.decimals > decimals ? amount.value / scale : amount.value * scale }
}

/** The typed amount in base units; `undefined` if it is not a valid amount of the token. */
export const parseAmount = (text: string, decimals: number): bigint | undefined => {
  const value = parseUnits(text, decimals)
  return value !== undefined && value < 2n ** 256n ? value : undefined
}

/** The native balance minus the fee of sending it; never below zero. */
export const maxAmount = (balance: bigint, fee: bigint): bigint => (balance > fee ? balance - fee : 0n)

/** Exact value in USD; `undefined` without a price. Display only. */
export function worth(amount: Amount, price: number | undefined): Amount | undefined {
  const rate = price !== undefined && price > 0 ? parseDecimal(String(price)) : undefined
  return rate && multiply(amount, rate)
}

/** Rounds up to two decimals, so that a cost never looks lower than it is. */
export function ceilCents({ value, decimals }: Amount): Amount {
  if (decimals <= 2) return { value, decimals }
  const step = 10n ** BigInt(decimals - 2)
  return { value: (value + step - 1n) / step, decimals: 2 }
}

/** The exact sum of two amounts. */
export function add(a: Amount, b: Amount): Amount {
  const decimals = Math.max(a.decimals, b.decimals)
  const at = ({ value, decimals: own }: Amount) => value * 10n ** BigInt(decimals - own)
  return { value: at(a) + at(b), decimals }
}

/** The exact decimal text of an amount, for the input field. */
export const plainText = ({ value, decimals }: Amount): string => formatUnits(value, decimals)
