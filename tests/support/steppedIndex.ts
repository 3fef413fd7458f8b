/** An index that a test reads step by step. */
import type { Hex } from 'viem'
import { createFollower } from '../../server/data/indexer/follow.ts'
import { createReader } from '../../server/data/indexer/reader.ts'
import { openNodes } from '../../server/data/rpc.ts'
import { indexedSource } from '../../server/data/sources/indexed.ts'
import { indexStore } from '../../server/store/indexed.ts'
import { openSqlite } from '../../server/store/sqlite.ts'
import type { IndexChain } from './indexChain.ts'

type Options = { accounts: readonly Hex[]; isListed?: (contract: string) => boolean; mostRows?: number }

export type SteppedIndex = Awaited<ReturnType<typeof openStepped>>

/** @param file of the database */
export async function openStepped(
  { network }: Pick<IndexChain, 'network'>,
  file: string,
  { accounts, isListed = () => false, mostRows = 20_000 }: Options,
) {
  const { caipNetworkId: id } = network
  const db = await openSqlite(file)
  let later = 0
  const store = indexStore(db, { mostRows, now: () => Date.now() + later })
  /** A process that reads, as it begins. */
  const start = () => createFollower({ reader: createReader(network), store, holder: 'one', from: 0, isListed })
  const follower = start()
  await store.claim(id, 'one')
  for (const account of accounts) await store.watch(id, account.toLowerCase())
  const indexed = { network, from: 0, accounts: [], isListed }
  const nodes = openNodes([network])
  return {
    store,
    follower,
    start,
    source: indexedSource({ networks: [indexed], nodes, tokens: [], store }),
    /** Lets time pass for the store. */
    pass: (ms: number) => (later += ms),
    rowsOf: (account: Hex) => store.page(id, account.toLowerCase(), undefined, 1_000),
    watchedOne: (account: Hex) => store.watchedOne(id, account.toLowerCase()),
    isFull: async (account: Hex) => (await store.watchedOne(id, account.toLowerCase()))?.isFull,
    readAll: async (reading = follower) => {
      while (await reading.step());
    },
    close: () => db.destroy(),
  }
}
