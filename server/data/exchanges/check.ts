/**
 * Compares what an exchange built with the order, before a page gets the swap. The page compares again, with what its
 * visitor saw; the comparison here tells the operator which service is wrong.
 */
import { getAddress, isAddress, isAddressEqual, zeroAddress, type Hex } from 'viem'
import { ETHER } from '../../../sandbox/exchange/addresses.ts'
import { amountOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import type { Order, Swap } from './exchange.ts'

/**
 * What a swap says of itself. A field is undefined if the exchange's documentation does not have it (not compared), and
 * `null` if the documentation has it but the answer does not (an error).
 */
export type Told = {
  receiver?: unknown
  fromToken?: unknown
  toToken?: unknown
  fromAmount?: unknown
  /** The least that the user gets, in the target token's smallest unit. */
  minimum?: unknown
}

/** The fields of a built swap, as the exchange sent them. */
export type Built = Told & {
  to: unknown
  data: unknown
  /** wei */
  value: unknown
  toAmount: unknown
  /** The network of the transaction, of the source token and of the target token. */
  chainId?: unknown
  fromChainId?: unknown
  toChainId?: unknown
  sender?: unknown
  /** What the call data says of the swap, if this server can read it. */
  call?: Told | undefined
  /** The contract that the exchange says to approve. */
  spender?: unknown
  gas?: unknown
  gasPrice?: unknown
}

/** Matches call data of 4 to 100,000 bytes; a page accepts no more. */
const DATA = /^0x([0-9a-f]{2}){4,100000}$/i
/** Services round the minimum differently: tolerate a millionth and one base unit, as a page does. */
const ROUNDING = 1_000_000n

/** An EVM address with its checksum; undefined for anything else. Tolerates a wrong checksum, as services send some. */
export const checksummed = (value: unknown): Hex | undefined =>
  typeof value === 'string' && isAddress(value, { strict: false }) ? getAddress(value.toLowerCase()) : undefined

/**
 * Compares the answer's fields and those of its call data with the order, as far as `built` has them. Each service's
 * file says what it reads of the call data. What a contract does with it, and whose contract it is, is not checked.
 *
 * @throws SourceError if something contradicts the order, or a documented field is missing
 */
export function checkSwap(source: string, order: Order, built: Built): Swap {
  const fail = (problem: string): never => {
    throw new SourceError(source, `built a swap ${problem}`)
  }
  const mustBe = (value: unknown, expected: Hex, problem: string) => {
    if (value !== undefined && checksummed(value) !== expected) fail(problem)
  }
  const { chainId, from, to: target, user, amount, slippage } = order
  const isNative = isAddressEqual(from, ETHER)
  for (const id of [built.chainId, built.fromChainId, built.toChainId])
    if (id !== undefined && amountOf(id) !== BigInt(chainId)) fail('on another network')
  mustBe(built.sender, user, 'of another sender')
  const told: readonly Told[] = [built, built.call ?? {}]
  for (const { receiver, fromToken, toToken, fromAmount } of told) {
    mustBe(receiver, user, 'that pays somebody else')
    mustBe(fromToken, from, 'of another token')
    mustBe(toToken, target, 'into another token')
    if (fromAmount !== undefined && amountOf(fromAmount) !== amount) fail('of another amount')
  }

  const to = checksummed(built.to) ?? fail('without a contract to call')
  if ([user, from, target, zeroAddress].some((each) => isAddressEqual(each, to)))
    fail('that calls a token or the user instead of an exchange')
  // A page rejects a swap whose called contract is not the approved one: reject it here, so that the error names the
  // service.
  if (!isNative) mustBe(built.spender ?? null, to, 'that calls another contract than the one to approve')
  const { data } = built
  if (typeof data !== 'string' || !DATA.test(data)) return fail('without call data')
  if (amountOf(built.value) !== (isNative ? amount : 0n)) fail('with a wrong value')

  const toAmount = amountOf(built.toAmount) ?? fail('without an amount')
  if (toAmount === 0n) fail('that pays nothing')
  const least = (toAmount * (10_000n - slippage)) / 10_000n
  for (const { minimum } of told) {
    const lowest = minimum === undefined ? least : (amountOf(minimum) ?? fail('without a minimum'))
    if (lowest + least / ROUNDING + 1n < least) fail('whose minimum is below what the slippage allows')
  }
  return { to, data: data.toLowerCase() as Hex, toAmount, gas: amountOf(built.gas), gasPrice: amountOf(built.gasPrice) }
}
