/**
 * Reads and writes the contract calls of a swap in the ABI encoding: a selector of 4 bytes, then words of 32 bytes.
 * Accepts only the exact encodings listed here, because a similar one could hide another receiver or amount.
 */

/** keccak256('approve(address,uint256)'). */
const APPROVE = '0x095ea7b3'
/** keccak256('swap(address[],uint256,uint256,address,uint256)'): the router of the local sandbox. */
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

export function encodeApproval({ spender, amount }: Approval): string {
  if (!/^0x[0-9a-f]{40}$/i.test(spender)) throw new Error('The spender is no address')
  if (amount < 0n || amount >= 2n ** 256n) throw new Error('The amount does not fit into 256 bits')
  return `${APPROVE}${spender.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
}

/** Reads exactly `approve(spender, amount)`: rejects other selectors and extra bytes. */
export function readApproval(data: string): Approval | undefined {
  const words = wordsOf(data)
  if (!data.toLowerCase().startsWith(APPROVE) || words?.length !== 2) return undefined
  const [spender, amount] = [addressAt(words, 0), words[1]]
  return spender !== undefined && amount !== undefined ? { spender, amount } : undefined
}

/** Reads a swap call of a known encoding; `undefined` for every other call. */
export function readSwap(data: string): SwapCall | undefined {
  const selector = data.slice(0, 10).toLowerCase()
  const words = wordsOf(data)
  if (!words) return undefined
  if (selector === PATH_SWAP) return readPathSwap(words)
  return TUPLE_SWAPS.includes(selector) ? readTupleSwap(words) : undefined
}

/** Whether the selector is known. If {@link readSwap} returned `undefined` for such a call, the call is malformed. */
export const isKnownSwap = (data: string) => [PATH_SWAP, ...TUPLE_SWAPS].includes(data.slice(0, 10).toLowerCase())

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

function wordsOf(data: string): bigint[] | undefined {
  const body = data.slice(10)
  if (!/^0x[0-9a-f]{8}([0-9a-f]{2})*$/i.test(data)) return undefined
  // Some encoders omit the padding of the last word. Reject that for the encodings whose exact length matters.
  if (body.length % 64 !== 0 && !TUPLE_SWAPS.includes(data.slice(0, 10).toLowerCase())) return undefined
  return (body.match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}

function addressAt(words: readonly bigint[], index: number): string | undefined {
  const word = words[index]
  return word !== undefined && word < 2n ** 160n ? `0x${word.toString(16).padStart(40, '0')}` : undefined
}
