/**
 * The calls of a smart account to itself that give and take back a permission, so that the chain can estimate their
 * gas.
 */
import { encodeCall } from '../../../runtime/lib/abi.ts'
import { addressOf } from '../rpc/params.ts'
import type { Granted } from '../rpc/permissions.ts'
import type { Estimated } from './chainReads.ts'

/** `grant(address,uint48,uint256,uint256,address[],bytes4[])` and `revoke(address)` of the account's contract. */
const [GRANT, REVOKE] = ['0x6145705e', '0x74a8f103'] as const

/** The gas of a transaction itself, and of writing 32 bytes of storage that were empty. */
const [TRANSACTION, SLOT] = [21_000n, 22_100n]

/** The call that gives a permission. @throws Error for amounts beyond 256 bits */
export function grantCall(account: string, { key, expiry, maxValue, maxFees, targets, selectors }: Granted): Estimated {
  const [contracts, functions] = [BigInt(targets.length), BigInt(selectors.length)]
  // Where each list begins, in bytes from the first argument: after six words, and after the other list with its
  // length.
  const [first, second] = [6n * 32n, (7n + contracts) * 32n]
  const words = selectors.map((selector) => BigInt(selector.padEnd(66, '0')))
  const limits = [BigInt(expiry), maxValue, maxFees]
  const data = encodeCall(GRANT, key, ...limits, first, second, contracts, ...targets, functions, ...words)
  // Before the account's first operation its address has no code, so the chain's estimate does not count the storage
  // that `grant` writes: one slot each for the end, the two limits and the lengths of the two lists, one for each
  // contract, and one for eight functions.
  const slots = 5n + contracts + (functions + 7n) / 8n
  return { to: addressOf(account), data, value: 0n, least: TRANSACTION + slots * SLOT }
}

export const revokeCall = (account: string, key: string): Estimated => ({
  to: addressOf(account),
  data: encodeCall(REVOKE, key),
  value: 0n,
})
