/** What a send costs, and whether the account can pay it (spec section 5, Send). */
import { type Amount, compare, parseDecimal, type PluginAccount, type PluginKit } from 'walletkit/plugin'
import { ceilCents, plainText, worth } from './amount.ts'

/** Gas units of a plain transfer to an account (Ethereum yellow paper, Gtransaction). */
export const NATIVE_GAS = 21_000n
/** Taken for a token's transfer until a receiver allows an estimate. */
export const TOKEN_GAS = 65_000n

/** Base units of the native currency; USD only where a service knows a price. */
export type GasFacts = {
  limit: bigint
  price: bigint
  fee: bigint
  nativeBalance: bigint
  nativePrice: number | undefined
}

/** Reads price, native balance and limit at once. A missing USD price or estimate is no failure; the rest throws. */
export async function readGas(kit: PluginKit, limit: bigint): Promise<GasFacts> {
  const [price, nativeBalance, nativePrice] = await Promise.all([
    kit.chain.getGasPrice(),
    kit.chain.getBalance(),
    kit.fetchNativePrice().catch(() => undefined),
  ])
  return { limit, price, fee: limit * price, nativeBalance, nativePrice }
}

/** The fee in USD as a number: the spec's state field, for display and for the rule below. */
export function gasPriceInUSD({ fee, nativePrice }: GasFacts, decimals: number): number | undefined {
  const usd = worth({ value: fee, decimals }, nativePrice)
  return usd && Number(plainText(usd))
}

/** The native balance in USD as exact text: 1 ether at 2000 is `2000`. */
export function networkBalanceInUSD({ nativeBalance, nativePrice }: GasFacts, decimals: number): string | undefined {
  const usd = worth({ value: nativeBalance, decimals }, nativePrice)
  return usd && plainText(usd)
}

/**
 * Spec section 5: too little gas when the native balance is zero, or when the fee in USD exceeds the balance in USD.
 * A smart account never has too little.
 */
export function isGasInsufficient(facts: {
  accountType: PluginAccount['preferredAccountType']
  networkBalanceInUSD: string | undefined
  gasPriceInUSD: number | undefined
}): boolean {
  if (facts.accountType === 'smartAccount') return false
  const balance = facts.networkBalanceInUSD === undefined ? undefined : parseDecimal(facts.networkBalanceInUSD)
  if (!balance) return false
  const fee = facts.gasPriceInUSD === undefined ? undefined : parseDecimal(String(facts.gasPriceInUSD))
  return balance.value === 0n || (fee !== undefined && compare(fee, balance) > 0)
}

/** The same in base units, which needs no price: what is spent of the native currency and the fee exceed the balance. */
export function isFeeUncovered(
  accountType: PluginAccount['preferredAccountType'],
  facts: GasFacts,
  spent: bigint,
): boolean {
  return accountType !== 'smartAccount' && (facts.nativeBalance === 0n || spent + facts.fee > facts.nativeBalance)
}

/** The fee in USD for reading, rounded up to cents. */
export function feeInUSD({ fee, nativePrice }: GasFacts, decimals: number): Amount | undefined {
  const usd = worth({ value: fee, decimals }, nativePrice)
  return usd && ceilCents(usd)
}
