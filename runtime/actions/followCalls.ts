/** Asks a wallet what became of a batch (EIP-5792) until the batch is no longer pending. */
import { adapterOf } from '../contracts/adapter.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { perKit } from '../contracts/perKit.ts'
import type { CallsStatus } from '../contracts/requests.ts'
import { dropBatch, isSame, readBatches } from '../data/batches.ts'
import { tellSent } from '../data/sent.ts'
import { FORTY_FIVE_SECONDS, ONE_SECOND } from '../lib/time.ts'
import { unprompted } from '../lib/unprompted.ts'
import { pause, within } from '../lib/wait.ts'
import { able, connectedProvider } from './activeChain.ts'
import { awaitTransaction } from './awaitTransaction.ts'

/** After this many errors in a row, give up: the wallet may not know the batch. Fewer may only mean that it is busy. */
const REFUSALS = 5

/** The most ms to wait until the network's node knows a transaction of which the wallet says that it is in a block. */
const LAG = FORTY_FIVE_SECONDS

const followed = perKit(() => new Map<string, Promise<CallsStatus>>())

/** The batch `id` that the account `from` sent on `chain`. */
type Followed = { chain: CaipNetwork; from: string; id: string }

/**
 * Polls until the batch is no longer pending, and stores the transactions of a stored batch before it resolves. Callers
 * with the same batch share one poll, which the `signal` of the first one stops for all. The chain overrides the
 * wallet's answer: a batch whose transactions reverted is not `confirmed`, and `hashes` contains only transactions that
 * the network knows. Rejects with the wallet's error after five errors in a row, with code `CONNECTION_CLIENT` if the
 * wallet is not connected any more, and with the reason of `signal` when that aborts while the batch is pending.
 */
export function followCalls(kit: Kit, batch: Followed, signal?: AbortSignal): Promise<CallsStatus> {
  const all = followed(kit)
  const key = JSON.stringify([batch.chain.caipNetworkId, batch.from.toLowerCase(), batch.id])
  const running = all.get(key)
  if (running) return running
  const made = follow(kit, batch, signal).finally(() => all.delete(key))
  all.set(key, made)
  return made
}

async function follow(kit: Kit, batch: Followed, signal?: AbortSignal): Promise<CallsStatus> {
  const { chain, id } = batch
  const ask = able(await adapterOf(kit, chain.chainNamespace), 'getCallsStatus')
  for (let refusals = 0; ;) {
    signal?.throwIfAborted()
    const provider = connectedProvider(kit, chain)
    const said = await unprompted(ask(kit, provider, id)).catch((error: unknown) => {
      if (++refusals >= REFUSALS) throw error
    })
    if (said) refusals = 0
    if (said && said.status !== 'pending') return settle(kit, batch, said, signal)
    await pause(ONE_SECOND, signal)
  }
}

/**
 * Replaces the stored batch by its transactions, and waits for their receipts. A failed batch may have no transactions.
 * @returns what the wallet said, corrected by the chain
 */
async function settle(
  kit: Kit,
  { chain, from, id }: Followed,
  said: CallsStatus,
  signal?: AbortSignal,
): Promise<CallsStatus> {
  const { caipNetworkId } = chain
  const { hashes } = said
  const key = { id, caipNetworkId, from }
  const batch = readBatches(kit).find((each) => isSame(each, key))
  for (const hash of batch ? hashes : []) {
    const { from = '', to = '', note } = batch ?? {}
    tellSent(kit, { hash, caipNetworkId, from, to, ...(note && { note }) })
  }
  dropBatch(kit, key)
  // The transactions are in a block already, so this only reads their receipts. A node may lag; one that still does
  // not know a transaction after LAG ms may never know it.
  const read = hashes.map((hash) => within(LAG, awaitTransaction(kit, chain, hash, signal)).catch(() => undefined))
  const receipts = (await Promise.all(read)).filter((receipt) => receipt !== undefined)
  const reverted = receipts.filter(({ status }) => status !== 'success').length
  const isWrong = said.status === 'confirmed' && reverted > 0
  const status = !isWrong ? said.status : reverted === receipts.length ? 'failed' : 'partly'
  return { status, hashes: receipts.map(({ hash }) => hash) }
}
