import { coreError } from '../../errors/catalogue.ts'
import type { Kit } from '../../kit.ts'
import type { TransactionReceipt } from '../adapter.ts'
import type { CaipNetwork } from '../network.ts'
import { isSignature } from './address.ts'
import { readStatus } from './reads.ts'
import { pause } from '../../lib/pause.ts'

/** ms between two looks: a block comes every 0.4 s, and two thirds of the stake vote within a second or two. */
export const STATUS_INTERVAL = 1_000

/**
 * ms after which a transaction that no node knows can no longer come: its blockhash lives for 150 blocks, which take one
 * minute, and two when blocks are slow.
 */
export const LIFETIME = 180_000

/**
 * Looks for a transaction at once and then every {@link STATUS_INTERVAL}, until two thirds of the stake have voted for its
 * block. `signal` ends it, rejecting with its reason. A look that fails is no news: the next one is made all the same.
 * Throws `TX_NOT_FOUND` when it was unknown for {@link LIFETIME} and still is (nothing moved, and it may be sent again),
 * and `TX_WAIT_TIMEOUT` after `timeout` ms, where that is given.
 */
export async function waitForTransaction(
  kit: Kit,
  network: CaipNetwork,
  hash: string,
  { signal, timeout = Infinity, interval = STATUS_INTERVAL, lifetime = LIFETIME }: WaitOptions = {},
): Promise<TransactionReceipt> {
  if (!isSignature(hash)) throw new Error('This is no transaction signature')
  const end = Date.now() + timeout
  let unknownSince: number | undefined
  for (;;) {
    signal?.throwIfAborted()
    const status = await readStatus(kit, network, hash, signal).catch(() => undefined)
    if (status?.settled) return { status: status.failed ? 'reverted' : 'success', hash }
    if (status) unknownSince = undefined
    if (status === null) {
      unknownSince ??= Date.now()
      if (Date.now() - unknownSince >= lifetime) throw coreError('TX_NOT_FOUND')
    }
    if (Date.now() + interval > end) throw coreError('TX_WAIT_TIMEOUT')
    await pause(interval, signal)
  }
}
type WaitOptions = { signal?: AbortSignal; timeout?: number; interval?: number; lifetime?: number }
