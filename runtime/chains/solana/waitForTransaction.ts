import { transactionError } from '../../errors/transaction.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { TransactionReceipt } from '../../contracts/adapter.ts'
import type { CaipNetwork } from '../../contracts/network.ts'
import { isSignature } from './encodings.ts'
import { readStatus } from './reads.ts'
import { pause } from '../../lib/wait.ts'

/** The time between two polls, in ms. A block takes 0.4 s, and two thirds of the stake vote within a second or two. */
export const STATUS_INTERVAL = 1_000

/**
 * A transaction that the node has not known for this time, in ms, has expired: its blockhash is valid for 150 blocks,
 * which take one minute, or two if blocks are slow.
 */
export const LIFETIME = 180_000

/**
 * Polls for a transaction, at once and then every {@link STATUS_INTERVAL}, until two thirds of the stake have voted for
 * its block. Rejects with the reason of `signal` when it aborts. Keeps polling if a request fails. Throws
 * `TX_NOT_FOUND` after the transaction was unknown for {@link LIFETIME} (nothing moved, so it may be sent again), and
 * `TX_WAIT_TIMEOUT` at the last poll within `timeout` ms, if that is given.
 */
export async function waitForTransaction(
  kit: Kit,
  network: CaipNetwork,
  hash: string,
  { signal, timeout = Infinity, interval = STATUS_INTERVAL, lifetime = LIFETIME }: WaitOptions = {},
): Promise<TransactionReceipt> {
  if (!isSignature(hash)) throw new Error('This is not a transaction signature')
  const end = Date.now() + timeout
  let unknownSince: number | undefined
  for (;;) {
    signal?.throwIfAborted()
    const status = await readStatus(kit, network, hash, signal).catch(() => undefined)
    if (status?.settled) return { status: status.failed ? 'reverted' : 'success', hash }
    if (status) unknownSince = undefined
    if (status === null) {
      unknownSince ??= Date.now()
      if (Date.now() - unknownSince >= lifetime) throw transactionError('TX_NOT_FOUND')
    }
    if (Date.now() + interval > end) throw transactionError('TX_WAIT_TIMEOUT')
    await pause(interval, signal)
  }
}
type WaitOptions = { signal?: AbortSignal; timeout?: number; interval?: number; lifetime?: number }
