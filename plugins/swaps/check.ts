/**
 * Compares a proposal of the swap service, field by field, with the order, because a compromised service could steal
 * funds. Only the expected amount may differ, which gets the flag `moved`; any other difference never reaches the
 * wallet. What cannot be compared gets a flag that the visitor must confirm by typing.
 */
import type { PluginTransaction } from 'walletkit/plugin'
import { encodeApproval, isKnownSwap, readApproval, readSwap } from './callData.ts'
import { swapError } from './errors.ts'
import { minimumReceived } from './fees.ts'
import type { BuiltTransaction, SwapQuote } from './provider.ts'
import { contractOf, isSameAddress, type SwapToken } from './tokens.ts'

/** What the visitor ordered. The wallet request must do exactly this. */
export type SwapOrder = {
  /** CAIP-2. */
  chainId: string
  /** The account as a CAIP-10 id; `account` is the plain address. */
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

/** Why the swap needs the visitor's attention. */
export type Flag =
  /** The plugin and the config know no router on this network at all, so the contract cannot be compared with one. */
  | 'unknownRouter'
  /** The encoding of the call is unknown. */
  | 'unreadable'
  /** The displayed amount changed: by a newer quote, or because the built swap names another one. Needs no typing. */
  | 'moved'

/** The flags that the visitor must confirm by typing. */
export const flagsToConfirm = (flags: readonly Flag[]): Flag[] => flags.filter((flag) => flag !== 'moved')

export type Checked = { transaction: PluginTransaction; flags: readonly Flag[] }

/** Maximum time until a swap's deadline, in seconds. */
const LONGEST_DEADLINE = 3_600n
/**
 * Services round the least received amount differently: this part of it (a millionth), plus one base unit, may differ.
 */
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

/**
 * Throws `SWAP_BAD_ROUTER` if the contract is the account, one of the two tokens or zero, or if routers of the network
 * are known and it is none of them. Returns the flag `unknownRouter` if no router of the network is known.
 */
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
 * Encodes an approval of exactly `amount` for the spender that the service named. Throws `SWAP_BAD_APPROVAL` unless the
 * proposal is a plain `approve` of the source token, for this amount or unlimited (from services that ignore the
 * amount); `SWAP_BAD_ROUTER` as {@link checkRouter}.
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
 * Returns the swap to request from the wallet and the expected amount (`toAmount`, which the screen then shows). Throws
 * `SWAP_BAD_SWAP` if that amount is 0, if what can be read of the swap is another swap, if its minimum does not match
 * that amount and the slippage, or if its deadline is over or too late; `SWAP_BAD_ROUTER` as {@link checkRouter}.
 * `spender` is the approved contract, if there was an approval. `now` is in ms.
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
