/**
 * The guard (reliability P60, P61): what a service proposes is compared, field by field, with what the visitor asked for and
 * was shown. What differs never reaches a wallet; what cannot be read or judged is flagged, and must be confirmed by typing.
 */
import type { PluginTransaction } from 'walletkit/plugin'
import { encodeApproval, isKnownSwap, readApproval, readSwap } from './callData.ts'
import { swapError } from './errors.ts'
import { minimumReceived } from './fees.ts'
import type { BuiltTransaction, SwapQuote } from './provider.ts'
import { contractOf, isSameAddress, type SwapToken } from './tokens.ts'

/** What the visitor asked for: nothing else may happen. */
export type SwapOrder = {
  /** CAIP-2. */
  chainId: string
  /** CAIP-10 and plain. */
  caipAddress: string
  account: string
  source: SwapToken
  target: SwapToken
  isNative: boolean
  /** Base units. */
  amount: bigint
  /** Percent. */
  slippage: number
}

/** Why a visitor must say that the swap is meant. */
export type Flag =
  /** No router of this network is known to the site. */
  | 'unknownRouter'
  /** The router is known, but not this call of it. */
  | 'unreadable'
  /** The swap was built for another amount than the quote's, which is the one that is shown now. Nothing to confirm. */
  | 'moved'

/** Those that a visitor has to confirm by typing. */
export const flagsToConfirm = (flags: readonly Flag[]): Flag[] => flags.filter((flag) => flag !== 'moved')

export type Checked = { transaction: PluginTransaction; flags: readonly Flag[] }

/** The most that a swap may be good for, in seconds. */
const LONGEST_DEADLINE = 3_600n
/** A service may round the minimum otherwise than we do: by a unit, or by a millionth. */
const ROUNDING = 1_000_000n

/** Throws `SWAP_BAD_QUOTE` unless the quote is for exactly this order. */
export function checkQuote(order: SwapOrder, quote: SwapQuote): void {
  const isOurs =
    quote.fromAmount === order.amount &&
    isSameAddress(quote.from, order.source.address) &&
    isSameAddress(quote.to, order.target.address) &&
    quote.toAmount > 0n
  if (!isOurs) throw swapError('SWAP_BAD_QUOTE')
}

/** Throws `SWAP_BAD_ROUTER` where routers of the network are known and this is none of them. */
function checkRouter(order: SwapOrder, contract: string, routers: readonly string[]): Flag[] {
  const isMoney = [order.account, contractOf(order.source), contractOf(order.target)].some((each) =>
    isSameAddress(each, contract),
  )
  if (isMoney || /^0x0{40}$/.test(contract)) throw swapError('SWAP_BAD_ROUTER')
  if (routers.length === 0) return ['unknownRouter']
  if (!routers.includes(contract.toLowerCase())) throw swapError('SWAP_BAD_ROUTER')
  return []
}

/**
 * The approval of exactly `amount` to the spender that the service names, written by us. Throws `SWAP_BAD_APPROVAL` unless
 * the proposal is a plain `approve` of the source token, for this amount or (as services without the amount say) unlimited.
 */
export function checkApproval(
  order: SwapOrder,
  built: BuiltTransaction,
  amount: bigint,
  routers: readonly string[],
): Checked & { spender: string } {
  const call = readApproval(built.data)
  const token = order.source.address
  const isOurs =
    !order.isNative &&
    call !== undefined &&
    isSameAddress(built.from, token) &&
    isSameAddress(built.to, token) &&
    (built.value ?? 0n) === 0n &&
    (call.amount === amount || (amount > 0n && call.amount === 2n ** 256n - 1n))
  if (!isOurs) throw swapError('SWAP_BAD_APPROVAL')
  const flags = checkRouter(order, call.spender, routers)
  const data = encodeApproval({ spender: call.spender, amount })
  return { transaction: { to: contractOf(order.source), value: 0n, data }, flags, spender: call.spender }
}

/**
 * The swap that the wallet may be asked for, and what arrives by it (`toAmount`, which stands on the screen from then on).
 * Throws `SWAP_BAD_SWAP` for another swap, and where its minimum is not what its figure allows. `spender` is what was
 * approved, where something was; `now` in ms.
 */
export function checkSwap(
  order: SwapOrder,
  built: BuiltTransaction,
  { quoted, routers, spender, now }: { quoted: bigint; routers: readonly string[]; spender?: string; now: number },
): Checked & { toAmount: bigint } {
  const to = built.to.slice(order.chainId.length + 1)
  const value = order.isNative ? order.amount : 0n
  const toAmount = built.toAmount ?? quoted
  const isOurs =
    isSameAddress(built.from, order.caipAddress) &&
    built.to.startsWith(`${order.chainId}:`) &&
    (spender === undefined || isSameAddress(spender, to)) &&
    (built.value ?? value) === value
  if (!isOurs || toAmount === 0n) throw swapError('SWAP_BAD_SWAP')
  const flags = checkRouter(order, to, routers)
  if (toAmount !== quoted) flags.push('moved')
  if (isKnownSwap(built.data)) checkCall(order, built.data, minimumReceived(toAmount, order.slippage), now)
  else flags.push('unreadable')
  return { transaction: { to, value, data: built.data }, flags, toAmount }
}

function checkCall(order: SwapOrder, data: string, minimum: bigint, now: number) {
  const call = readSwap(data)
  const seconds = BigInt(Math.floor(now / 1000))
  const isOurs =
    call !== undefined &&
    isSameAddress(call.from, contractOf(order.source)) &&
    isSameAddress(call.to, contractOf(order.target)) &&
    isSameAddress(call.receiver, order.account) &&
    call.amount === order.amount &&
    isNear(call.minimum, minimum) &&
    (call.deadline === undefined || (call.deadline > seconds && call.deadline < seconds + LONGEST_DEADLINE))
  if (!isOurs) throw swapError('SWAP_BAD_SWAP')
}

const isNear = (a: bigint, b: bigint) => (a > b ? a - b : b - a) <= b / ROUNDING + 1n
