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
/** Gas units to assume for a token transfer while the form is incomplete, and if the node cannot estimate it. */
export const TOKEN_GAS = 65_000n

/**
 * A Solana account without data must hold at least this rent-exempt minimum, in lamports, or nothing: (128 + 0) bytes ×
 * 3,480 lamports a year × 2 years. A transfer that leaves less, or gives less to a new account, fails.
 */
export const RENT_MINIMUM = 890_880n

/**
 * What a send costs, and what the account has for it, in base units of the native currency. `nativePrice`: USD for one
 * whole unit; `undefined` if unknown. `isSponsored`: the site offers to pay the fee, so the account needs no money for
 * it.
 */
export type GasFacts = {
  limit: bigint
  price: bigint
  fee: bigint
  nativeBalance: bigint
  nativePrice: number | undefined
  /** Minimum balance of an account that is not empty; zero on every namespace but Solana. */
  reserve: bigint
  isSponsored: boolean
}

/**
 * Reads gas price, native balance and USD price. Rejects if the gas price or the balance fails; the USD price is
 * optional.
 */
export async function readGas(kit: PluginKit, limit: bigint): Promise<GasFacts> {
  const [price, nativeBalance, nativePrice, isSponsored] = await Promise.all([
    kit.chain.getGasPrice(),
    kit.chain.getBalance(),
    kit.fetchNativePrice().catch(() => undefined),
    kit.chain.isSponsored().catch(() => false),
  ])
  return { limit, price, fee: limit * price, nativeBalance, nativePrice, reserve: 0n, isSponsored }
}

/**
 * Reads native balance and USD price on Solana. The fee there is one amount, stored as the `price` of one unit of gas.
 */
export async function readSolanaGas(kit: PluginKit, fee: bigint): Promise<GasFacts> {
  const [nativeBalance, nativePrice] = await Promise.all([
    kit.chain.getBalance(),
    kit.fetchNativePrice().catch(() => undefined),
  ])
  return { limit: 1n, price: fee, fee, nativeBalance, nativePrice, reserve: RENT_MINIMUM, isSponsored: false }
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
 * Whether the native balance is zero, or the fee in USD exceeds the balance in USD. Always `false` for a smart account,
 * because another party may pay its fee (ERC-4337 paymaster); if the site pays the fee; and while the balance in USD is
 * unknown.
 */
export function isGasInsufficient(facts: {
  accountType: PluginAccount['preferredAccountType']
  networkBalanceInUSD: string | undefined
  gasPriceInUSD: number | undefined
  isSponsored?: boolean | undefined
}): boolean {
  if (facts.accountType === 'smartAccount' || facts.isSponsored) return false
  const balance = facts.networkBalanceInUSD === undefined ? undefined : parseDecimal(facts.networkBalanceInUSD)
  if (!balance) return false
  const fee = facts.gasPriceInUSD === undefined ? undefined : parseDecimal(String(facts.gasPriceInUSD))
  return balance.value === 0n || (fee !== undefined && compare(fee, balance) > 0)
}

/**
 * Whether the native balance is zero, or less than the spent native currency plus the fee; all in base units, so that
 * it needs no USD price. Always `false` for a smart account, because another party may pay its fee, and if the site
 * pays the fee.
 */
export function isFeeUncovered(
  accountType: PluginAccount['preferredAccountType'],
  facts: GasFacts,
  spent: bigint,
): boolean {
  if (accountType === 'smartAccount' || facts.isSponsored) return false
  return facts.nativeBalance === 0n || spent + facts.fee > facts.nativeBalance
}

/** Whether the sender would keep more than 0, but less than the reserve, so that the transfer would fail. */
export function leavesDust({ nativeBalance, fee, reserve }: GasFacts, spent: bigint): boolean {
  const left = nativeBalance - spent - fee
  return left > 0n && left < reserve
}

/** The fee in USD for display, rounded up to cents. */
export function feeInUSD({ fee, nativePrice }: GasFacts, decimals: number): Amount | undefined {
  const usd = worth({ value: fee, decimals }, nativePrice)
  return usd && ceilCents(usd)
}
