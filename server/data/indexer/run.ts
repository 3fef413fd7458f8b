/**
 * Keeps the index up to date. Each process of the server runs this, but only the one with a network's lease reads it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type IndexStore, LeaseLost } from '../../store/indexed.ts'
import type { DataNetwork } from '../network.ts'
import { createFollower } from './follow.ts'
import type { Asked } from './range.ts'
import { createReader } from './reader.ts'

export type IndexedNetwork = {
  network: DataNetwork
  /** The first block to read. */
  from: number
  /** Accounts that are always watched. */
  accounts: readonly string[]
  isListed: Asked['isListed']
}

/** ms to wait before new blocks are looked for again. */
const PAUSE = 5_000

/**
 * Starts to read the networks.
 * @param report called with each failure, except a lost lease; the reading goes on after a pause
 * @returns a function that ends the reading, once the current step is stored
 */
export function startIndexer(
  networks: readonly IndexedNetwork[],
  { store, report, pause = PAUSE }: { store: IndexStore; report: (error: unknown) => void; pause?: number },
): () => Promise<void> {
  const holder = randomUUID()
  const ending = new AbortController()
  const runs = networks.map(async ({ network, from, accounts, isListed }) => {
    const { caipNetworkId: id } = network
    const follower = createFollower({ reader: createReader(network), store, holder, from, isListed })
    const named = accounts.map((account) => account.toLowerCase())
    await retried(() => store.watchNamed(id, named))
    while (!ending.signal.aborted) {
      const isMore = await look(id, () => follower.step()).catch(reported)
      if (!isMore) await wait(pause, undefined, { signal: ending.signal }).catch(() => undefined)
    }
    await store.release(id, holder).catch(reported)
  })

  /** Makes one step, if this process gets or has the network's lease. @returns whether there is more to do */
  async function look(id: string, step: () => Promise<boolean>): Promise<boolean> {
    return (await store.claim(id, holder)) && step()
  }
  function reported(error: unknown): false {
    // A lost lease is no failure: this process was too slow, and another one reads the network now.
    if (!(error instanceof LeaseLost)) report(error)
    return false
  }
  async function retried(work: () => Promise<unknown>): Promise<void> {
    while (!ending.signal.aborted) {
      const isDone = await work().then(() => true, reported)
      if (isDone) return
      await wait(pause, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  return async () => {
    ending.abort()
    await Promise.all(runs)
  }
}
