/** Finds out from a contract whether it counts units of a token, or numbers its items (a collection, ERC-721). */
import { encodeCall, ERC20, readWords, selectorOf } from './abi.ts'

/**
 * What a number in a call to a contract means. `token`: an amount. `items`: one collectible, or possibly one, because
 * the contract does not name its decimals. `both`: either of the two, as in ERC-404: only the contract knows which.
 */
export type TokenKind = 'token' | 'items' | 'both'

const DECIMALS = '0x313ce567'
/** Call data of `supportsInterface(0x80ac58cd)`, which asks a contract whether it says that it is ERC-721 (ERC-165). */
const IS_COLLECTION = `0x01ffc9a7${'80ac58cd'.padEnd(64, '0')}`
/**
 * Call data of `getApproved(0)`, a method that only NFT contracts have. Many ERC-404 contracts have it without saying
 * that they are ERC-721.
 */
const APPROVED = encodeCall('0x081812fc', 0n)
/** A contract that claims more decimals is treated like one that names none. */
const MOST_DECIMALS = 36n

/**
 * Asks the contract which kind it is. `call` sends `eth_call` with the given data to the contract, and rejects if the
 * contract or the node refuses; `readKind` itself never rejects. `decimals` is set only for the kind `token`.
 */
export async function readKind(
  call: (data: string) => Promise<unknown>,
): Promise<{ kind: TokenKind; decimals?: number }> {
  const ask = (data: string) => call(data).then(wordOf, () => undefined)
  const [decimals, isCollection, approved] = await Promise.all([DECIMALS, IS_COLLECTION, APPROVED].map(ask))
  const hasItems = isCollection === 1n || approved !== undefined
  if (decimals === undefined || decimals > MOST_DECIMALS) return { kind: 'items' }
  return hasItems ? { kind: 'both' } : { kind: 'token', decimals: Number(decimals) }
}

/** The first word of an answer. An answer has no selector, so four zero bytes take its place for `readWords`. */
const wordOf = (answer: unknown) =>
  typeof answer === 'string' ? readWords(`0x00000000${answer.slice(2)}`)?.[0] : undefined

/**
 * For calls that move a token or let somebody move it, by selector: which of the call's arguments is the amount or the
 * item's number, counted from 0.
 */
const NUMBERS: Readonly<Record<string, number>> = {
  [ERC20.transfer]: 1,
  [ERC20.transferFrom]: 2,
  [ERC20.approve]: 1,
  // increaseAllowance(address spender, uint256 added)
  '0x39509351': 1,
}

/**
 * The number in a call that `NUMBERS` lists, which is that of an item if the contract is a collection; `undefined` in
 * other calls.
 */
export function numberIn(data: string): bigint | undefined {
  const selector = selectorOf(data)
  const at = Object.hasOwn(NUMBERS, selector) ? NUMBERS[selector] : undefined
  return at === undefined ? undefined : readWords(data)?.[at]
}
