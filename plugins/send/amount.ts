/** Amount rules: base units and exact decimal text only, never a float (decisions 4.22). */
import { type Amount, formatUnits, multiply, parseDecimal, parseUnits, type TokenBalance } from 'walletkit/plugin'

/** No token of the field has more; a contract that says so is not believed (reliability P56). */
export const MAX_DECIMALS = 36

/** Stands for the native currency where a service gives it an address (reference 1.3). */
const NATIVE_ADDRESS = /:(0x[eE]{40}|So1{41})$/

/** The contract of a token, without its CAIP-10 prefix; `undefined` for the native currency. */
export function contractOf(token: Pick<TokenBalance, 'address'>): string | undefined {
  return token.address && !NATIVE_ADDRESS.test(token.address) ? token.address.split(':').at(-1) : undefined
}

/** Decimals as the balance entry says; `undefined` when it says none that can be. */
export function decimalsOf({ quantity }: Pick<TokenBalance, 'quantity'>): number | undefined {
  const decimals = /^\d{1,2}$/.test(quantity.decimals) ? Number(quantity.decimals) : undefined
  return decimals !== undefined && decimals <= MAX_DECIMALS ? decimals : undefined
}

/** The balance that a service gave, in base units, cut to the token's decimals. */
export function balanceOf(token: Pick<TokenBalance, 'quantity'>): Amount | undefined {
  const decimals = decimalsOf(token)
  const amount = parseDecimal(token.quantity.numeric)
  if (decimals === undefined || !amount) return undefined
  const scale = 10n ** BigInt(Math.abs(amount.decimals - decimals))
  return { decimals, value: amount.decimals > decimals ? amount.value / scale : amount.value * scale }
}

/** The typed amount in base units; `undefined` when it is none that the token can hold. */
export const parseAmount = (text: string, decimals: number): bigint | undefined => {
  const value = parseUnits(text, decimals)
  return value !== undefined && value < 2n ** 256n ? value : undefined
}

/** All that can be sent: a token's whole balance, the native balance less the fee of sending it; never below zero. */
export const maxAmount = (balance: bigint, fee: bigint): bigint => (balance > fee ? balance - fee : 0n)

/** Worth in USD, exact; `undefined` without a price. Display only. */
export function worth(amount: Amount, price: number | undefined): Amount | undefined {
  const rate = price !== undefined && price > 0 ? parseDecimal(String(price)) : undefined
  return rate && multiply(amount, rate)
}

/** An amount in hundredths, rounded up: costs are never shown smaller than they are. */
export function ceilCents({ value, decimals }: Amount): Amount {
  if (decimals <= 2) return { value, decimals }
  const step = 10n ** BigInt(decimals - 2)
  return { value: (value + step - 1n) / step, decimals: 2 }
}

/** The sum of two amounts, exact. */
export function add(a: Amount, b: Amount): Amount {
  const decimals = Math.max(a.decimals, b.decimals)
  const at = ({ value, decimals: own }: Amount) => value * 10n ** BigInt(decimals - own)
  return { value: at(a) + at(b), decimals }
}

/** The exact decimal text of an amount, as a field holds it. */
export const plainText = ({ value, decimals }: Amount): string => formatUnits(value, decimals)
