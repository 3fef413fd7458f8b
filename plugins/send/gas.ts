/** The cost of a send, and whether the account can pay it. */
import {
  type Amount,
  ceilCents,
  compare,
  parseDecimal,
  plainText,
  type PluginAccount,
  type PluginKit,
  worth,
} from 'walletkit/plugin'

/** Gas units of a plain transfer to an account (`G_transaction` in the Ethereum Yellow Paper). */
export const NATIVE_GAS = 21_000n
/** Gas units to assume for a token transfer until the form has a receiver to estimate with. */
export const TOKEN_GAS = 65_000n

/**
 * Lamports. A Solana account without data must hold at least this rent-exempt minimum, or nothing: (128 + 0) bytes ×
 * 3,480 lamports a year × 2 years. A transfer that leaves less, or gives less to a new account, fails.
 */
export const RENT_MINIMUM = 890_880n

/** In base units of the native currency. `nativePrice` is in USD, if a service knows it. */
export type GasFacts = {
  limit: bigint
  price: bigint
  fee: bigint
  nativeBalance: bigint
  nativePrice: number | undefined
  /** Minimum balance of an account that is not empty; zero on every namespace but Solana. */
  reserve: bigint
}

/** Reads gas price, native balance and USD price in parallel. Continues without a USD price; throws for the others. */
export async function readGas(kit: PluginKit, limit: bigint): Promise<GasFacts> {
  const [price, nativeBalance, nativePrice] = await Promise.all([
    kit.chain.getGasPrice(),
    kit.chain.getBalance(),
    kit.fetchNativePrice().catch(() => undefined),
  ])
  return { limit, price, fee: limit * price, nativeBalance, nativePrice, reserve: 0n }
}

/** The same on Solana, where the fee is one amount rather than limit × price: limit 1, price = fee. */
export async function readSolanaGas(kit: PluginKit, fee: bigint): Promise<GasFacts> {
  const [nativeBalance, nativePrice] = await Promise.all([
    kit.chain.getBalance(),
    kit.fetchNativePrice().catch(() => undefined),
  ])
  return { limit: 1n, price: fee, fee, nativeBalance, nativePrice, reserve: RENT_MINIMUM }
}

/** The fee in USD as a number, for the public state field, for display and for {@link isGasInsufficient}. */
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
 * Gas is insufficient if the native balance is zero, or if the fee in USD exceeds the balance in USD. Never for a smart
 * account, because another party may pay its fee (ERC-4337 paymaster).
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

/** The same check in base units, without a USD price: the spent native currency plus the fee exceeds the balance. */
export function isFeeUncovered(
  accountType: PluginAccount['preferredAccountType'],
  facts: GasFacts,
  spent: bigint,
): boolean {
  return accountType !== 'smartAccount' && (facts.nativeBalance === 0n || spent + facts.fee > facts.nativeBalance)
}

/** The sender would keep more than nothing, but less than the reserve. */
export function leavesDust({ nativeBalance, fee, reserve }: GasFacts, spent: bigint): boolean {
  const left = nativeBalance - spent - fee
  return left > 0n && left < reserve
}

/** The fee in USD for display, rounded up to cents. */
export function feeInUSD({ fee, nativePrice }: GasFacts, decimals: number): Amount | undefined {
  const usd = worth({ value: fee, decimals }, nativePrice)
  return usd && ceilCents(usd)
}
