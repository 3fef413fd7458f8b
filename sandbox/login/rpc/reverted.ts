import type { Ended } from '../../smartAccounts/index.ts'
import { Denied } from '../denied.ts'

/** The code with which nodes report a revert. */
const REVERT = 3

/**
 * Throws for an operation whose calls were reverted in the block. Its transaction's hash alone would not show that: the
 * transaction is the bundler's, which succeeds. The message contains the hash, and begins with the words by which pages
 * recognize a revert.
 * @throws Denied
 */
export function refuseReverted({ transactionHash, success }: Ended): void {
  if (!success)
    throw new Denied(
      `execution reverted: only the network fee was paid, in transaction ${transactionHash}`,
      400,
      REVERT,
    )
}
