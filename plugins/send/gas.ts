/** What a send costs, and whether the account can pay it (spec section 5, Send). */
import { type Amount, compare, parseDecimal, type PluginAccount, type PluginKit } from 'walletkit/plugin'
import { ceilCents, plainText, worth } from './amount.ts'

/** Gas units of a plain transfer to an account (Ethereum yellow paper, Gtransaction). */
export const NATIVE_GAS = 21_000n
/** Taken for a token's transfer until a receiver allows an estimate. */
export const TOKEN_GAS = 65_000n

/**
 * Lamports that a Solana account without data has to hold, or nothing: (128 + 0) bytes × 3,480 a year × 2 years, as the
 * network's rent says. A transfer that leaves less than that, or brings less to a new account, fails.
 */
export const RENT_MINIMUM = 890_880n

/** Base units of the native currency; USD only where a service knows a price. */
export type GasFacts = {
  limit: bigint
  price: bigint
  fee: bigint
  nativeBalance: bigint
  nativePrice: number | undefined
  /** Less than this an account cannot hold, unless it holds nothing at all; zero but on Solana. */
  reserve: bigint
}

/** Reads price, native balance and limit at once. A missing USD price or estimate is no failure; the rest throws. */
export async function readGas(kit: PluginKit, limit: bigint): Promise<GasFacts> {
  const [price, nativeBalance, nativePrice] = await Promise.all([
    kit.chain.getGasPrice(),
    kit.chain.getBalance(),
    kit.fetchNativePrice().catch(() => undefined),
  ])
  return { limit, price, fee: limit * price, nativeBalance, nativePrice, reserve: 0n }
}

/** The same on Solana, where a fee is a whole: one unit of it. */
export async function readSolanaGas(kit: PluginKit, fee: bigint): Promise<GasFacts> {
  const [nativeBalance, nativePrice] = await Promise.all([
    kit.chain.getBalance(),
    kit.fetchNativePrice().catch(() => undefined),
  ])
  return { limit: 1n, price: fee, fee, nativeBalance, nativePrice, reserve: RENT_MINIMUM }
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

/** What would stay is too little to stay: more than nothing, and less than the reserve. */
export function leavesDust({ nativeBalance, fee, reserve }: GasFacts, spent: bigint): boolean {
  const left = nativeBalance - spent - fee
  return left > 0n && left < reserve
}

/** The fee in USD for reading, rounded up to cents. */
export function feeInUSD({ fee, nativePrice }: GasFacts, decimals: number): Amount | undefined {
  const usd = worth({ value: fee, decimals }, nativePrice)
  return usd && ceilCents(usd)
}
