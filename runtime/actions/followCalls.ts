/** Asks a wallet what became of a batch (EIP-5792) until the batch is no longer pending. */
import { adapterOf } from '../contracts/adapter.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { perKit } from '../contracts/perKit.ts'
import type { CallsStatus } from '../contracts/requests.ts'
import { dropBatch, readBatches } from '../data/batches.ts'
import { tellSent } from '../data/sent.ts'
import { ONE_SECOND } from '../lib/time.ts'
import { unprompted } from '../lib/unprompted.ts'
import { pause } from '../lib/wait.ts'
import { able, connectedProvider } from './activeChain.ts'
import { awaitTransaction } from './awaitTransaction.ts'

/** After this many errors in a row, the wallet does not know the batch; fewer may only mean that it is busy. */
const REFUSALS = 5

const followed = perKit(() => new Map<string, Promise<CallsStatus>>())

/**
 * Polls until the batch is no longer pending, and stores its transactions (`data/sent.ts`) before it resolves. Callers
 * with the same `id` share one poll, which the `signal` of the first one stops for all. Rejects with the wallet's error
 * after five errors in a row, and if the wallet is not connected any more.
 */
export function followCalls(kit: Kit, chain: CaipNetwork, id: string, signal?: AbortSignal): Promise<CallsStatus> {
  const all = followed(kit)
  const running = all.get(id)
  if (running) return running
  const made = follow(kit, chain, id, signal).finally(() => all.delete(id))
  all.set(id, made)
  return made
}

async function follow(kit: Kit, chain: CaipNetwork, id: string, signal?: AbortSignal): Promise<CallsStatus> {
  const ask = able(await adapterOf(kit, chain.chainNamespace), 'getCallsStatus')
  for (let refusals = 0; ;) {
    signal?.throwIfAborted()
    const provider = connectedProvider(kit, chain)
    const said = await unprompted(ask(kit, provider, id)).catch((error: unknown) => {
      if (++refusals >= REFUSALS) throw error
    })
    if (said) refusals = 0
    if (said && said.status !== 'pending') {
      await settle(kit, chain, id, said, signal)
      return said
    }
    await pause(ONE_SECOND, signal)
  }
}

/**
 * Replaces the stored batch by its transactions, and waits for their receipts. A failed batch may have no transactions.
 */
async function settle(kit: Kit, chain: CaipNetwork, id: string, { hashes }: CallsStatus, signal?: AbortSignal) {
  const { caipNetworkId } = chain
  const batch = readBatches(kit).find((each) => each.id === id)
  for (const hash of batch ? hashes : []) {
    const { from = '', to = '', note } = batch ?? {}
    tellSent(kit, { hash, caipNetworkId, from, to, ...(note && { note }) })
  }
  dropBatch(kit, id)
  // The transactions are in a block already, so this only reads their receipts.
  await Promise.all(hashes.map((hash) => awaitTransaction(kit, chain, hash, signal).catch(() => undefined)))
}
