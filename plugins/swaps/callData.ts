/**
 * Reads and writes the contract calls of a swap in the ABI encoding: a selector of 4 bytes, then words of 32 bytes.
 * Reads only the calls listed here, and of a 1inch call only the fields named below. Returns `undefined` for any other
 * call, because a similar call could hide another receiver or amount.
 */
import { addressAt, encodeCall, ERC20, readWords, selectorOf } from 'walletkit/plugin'

/** The selector of `swap(address[],uint256,uint256,address,uint256)`: the router of the local sandbox. */
const PATH_SWAP = '0x17844678'
/** `swap(executor, (src, dst, srcReceiver, dstReceiver, amount, minReturn, flags), …)` of 1inch routers 6 and 5. */
const TUPLE_SWAPS: readonly string[] = ['0x07ed2379', '0x12aa3caf']

export type Approval = { spender: string; amount: bigint }
export type SwapCall = {
  from: string
  to: string
  amount: bigint
  minimum: bigint
  receiver: string
  /** Seconds since 1970; `undefined` if the call has no deadline. */
  deadline?: bigint
}

/** Call data of `approve(spender, amount)`. Throws if the spender is no address or the amount exceeds 256 bits. */
export const encodeApproval = ({ spender, amount }: Approval): string => encodeCall(ERC20.approve, spender, amount)

/** Reads exactly `approve(spender, amount)`; `undefined` for another selector or extra bytes. */
export function readApproval(data: string): Approval | undefined {
  const words = readWords(data)
  if (selectorOf(data) !== ERC20.approve || words?.length !== 2 || !hasWholeWords(data)) return undefined
  const [spender, amount] = [addressAt(words, 0), words[1]]
  return spender !== undefined && amount !== undefined ? { spender, amount } : undefined
}

/** Reads a swap call of a known encoding; `undefined` for every other and every malformed call. */
export function readSwap(data: string): SwapCall | undefined {
  const selector = selectorOf(data)
  const words = readWords(data)
  if (!words) return undefined
  if (selector === PATH_SWAP) return hasWholeWords(data) ? readPathSwap(words) : undefined
  return TUPLE_SWAPS.includes(selector) ? readTupleSwap(words) : undefined
}

/** Whether the selector is known. If {@link readSwap} returned `undefined` for such a call, the call is malformed. */
export const isKnownSwap = (data: string) => [PATH_SWAP, ...TUPLE_SWAPS].includes(selectorOf(data))

function readPathSwap(words: readonly bigint[]): SwapCall | undefined {
  const [offset, amount, minimum, , deadline, length] = words
  // The path must directly follow the five words, and nothing may follow the path.
  if (offset !== 160n || length === undefined || length < 2n || BigInt(words.length) !== 6n + length) return undefined
  const [receiver, from, to] = [addressAt(words, 3), addressAt(words, 6), addressAt(words, words.length - 1)]
  if (amount === undefined || minimum === undefined || deadline === undefined) return undefined
  return receiver && from && to ? { from, to, amount, minimum, receiver, deadline } : undefined
}

function readTupleSwap(words: readonly bigint[]): SwapCall | undefined {
  const [from, to, receiver] = [addressAt(words, 1), addressAt(words, 2), addressAt(words, 4)]
  const [amount, minimum] = [words[5], words[6]]
  if (!from || !to || !receiver || amount === undefined || minimum === undefined) return undefined
  return { from, to, amount, minimum, receiver }
}

/**
 * Whether the arguments are whole words of 32 bytes. Some encoders omit the last word's padding. Calls whose exact
 * length is checked must be whole, because bytes after the words could hide something.
 */
const hasWholeWords = (data: string) => data.slice(10).length % 64 === 0
