/**
 * Stores what this server has read from the networks' nodes for watched accounts: see `server/data/indexer`. For each
 * network only one process at a time writes what it reads: it has a lease, and each of these writes checks the lease.
 * Addresses are in lower case.
 */
import type { Kysely, Transaction } from 'kysely'
import { accountsIn, type Watched } from './indexAccounts.ts'
import { leaseIn, type Lease, LeaseLost } from './indexLease.ts'
import { type IndexedRow, insertRows, markFull, rowsIn } from './indexRows.ts'
import type { Tables } from './tables.ts'

export type { Watched } from './indexAccounts.ts'
export { LeaseLost } from './indexLease.ts'
export type { IndexedRow } from './indexRows.ts'

/** A block that has been read. If the chain later has another hash at this number, the chain was reorganized. */
export type Mark = { block: number; hash: string }

/** The most accounts of a network that are watched. */
const MOST_WATCHED = 1_000
/** The most transactions of one account. A person has fewer; a service with more would fill the database. */
const MOST_ROWS = 20_000
const MOST_MARKS = 64

type StoreOptions = { most?: number; mostRows?: number; now?: () => number }

type Followed = { full: readonly string[]; accounts: readonly string[]; native: number | null }

export type IndexStore = ReturnType<typeof indexStore>

/**
 * Makes the store of the index.
 * @param options `most` is the most accounts of a network that are watched, and `mostRows` the most transactions of one
 *   account: an account with more is marked, and no longer read
 */
export function indexStore(
  db: Kysely<Tables>,
  { most = MOST_WATCHED, mostRows = MOST_ROWS, now = Date.now }: StoreOptions = {},
) {
  const { written, ...lease } = leaseIn(db, now)
  return {
    ...lease,
    ...accountsIn(db, { most, now }),
    ...rowsIn(db),
    ...stepsIn(db, written, mostRows),
    ...stateIn(db, written, now),
  }
}

/** How far a network has been read. */
function stateIn(db: Kysely<Tables>, written: Lease['written'], now: () => number) {
  return {
    /**
     * The last block of each of the newest steps (at most 64), newest first: the first one is the last block that was
     * read.
     */
    async marks(network: string): Promise<Mark[]> {
      const rows = await db
        .selectFrom('index_blocks')
        .select(['block', 'hash'])
        .where('network', '=', network)
        .orderBy('block', 'desc')
        .execute()
      return rows.map(({ block, hash }) => ({ block: Number(block), hash }))
    },

    /** Stores that all blocks that the node has at this moment have been read. */
    reached: (network: string, holder: string) =>
      written(network, holder, async (tables) => {
        await tables.updateTable('index_networks').set({ reached: now() }).where('network', '=', network).execute()
      }),

    /**
     * The newest block that has been read, and how many ms ago the node had no newer one (Infinity if that was never
     * stored).
     * @returns undefined before the first block
     */
    async state(network: string): Promise<{ to: number; age: number } | undefined> {
      const row = await db
        .selectFrom('index_networks')
        .innerJoin('index_blocks', 'index_blocks.network', 'index_networks.network')
        .select(['reached', 'block'])
        .where('index_networks.network', '=', network)
        .orderBy('block', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && { to: Number(row.block), age: row.reached === null ? Infinity : now() - Number(row.reached) }
    },
  }
}

/** The writes of the process that has the lease. Each is one step. */
function stepsIn(db: Kysely<Tables>, written: Lease['written'], mostRows: number) {
  return {
    /**
     * Stores the transactions up to the block `mark`, for accounts of which everything up to the previous mark is
     * stored. Marks the accounts in `full` as having too many. `native` is the first block from which on all native
     * transfers of `accounts` are read: it is stored for accounts that have none yet. With null it is removed from all
     * `accounts`, because native transfers in these blocks may be missing.
     */
    followed: (
      network: string,
      holder: string,
      rows: readonly IndexedRow[],
      mark: Mark,
      { full = [], accounts = [], native = null }: Partial<Followed> = {},
    ) =>
      written(network, holder, async (tables) => {
        await insertRows(tables, network, rows, mostRows)
        await markFull(tables, network, full)
        if (accounts.length > 0)
          await tables
            .updateTable('index_accounts')
            .set({ native })
            .where('network', '=', network)
            .where('account', 'in', accounts)
            .where('native', native === null ? 'is not' : 'is', null)
            .execute()
        await tables
          .insertInto('index_blocks')
          .values({ network, ...mark })
          .execute()
        await trimMarks(tables, network)
      }),

    /**
     * Begins to read accounts, from the block `next` on. `native` is null if the node cannot give all native transfers.
     */
    begun: (network: string, holder: string, accounts: readonly string[], next: number, native: number | null = next) =>
      written(network, holder, async (tables) => {
        for (const account of accounts)
          await tables
            .updateTable('index_accounts')
            .set({ low: next, native })
            .where('network', '=', network)
            .where('account', '=', account)
            .execute()
      }),

    /**
     * Stores older transactions of an account, which is now read from the block `low` on, and was from `before` on.
     * `full` as in `followed`.
     * @throws LeaseLost if another process has the lease, or the account is no longer read from `before` on
     */
    filled: (
      network: string,
      holder: string,
      rows: readonly IndexedRow[],
      { account, low, native }: Watched,
      { before, full = [] }: { before: number; full?: readonly string[] },
    ) =>
      written(network, holder, async (tables) => {
        const { numUpdatedRows } = await tables
          .updateTable('index_accounts')
          .set({ low: low ?? null, native: native ?? null })
          .where('network', '=', network)
          .where('account', '=', account)
          .where('low', '=', before)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw new LeaseLost(`The account is no longer read from the block ${before} on`)
        await insertRows(tables, network, rows, mostRows)
        await markFull(tables, network, full)
      }),

    /**
     * Removes the transactions and blocks above `block`, because the chain was reorganized there; all of them for -1.
     */
    rolledBack: (network: string, holder: string, block: number) =>
      written(network, holder, async (tables) => {
        for (const table of ['index_deeds', 'index_blocks'] as const)
          await tables.deleteFrom(table).where('network', '=', network).where('block', '>', block).execute()
        const next = block < 0 ? null : block + 1
        for (const column of ['low', 'native'] as const)
          await tables
            .updateTable('index_accounts')
            .set({ [column]: next })
            .where('network', '=', network)
            .where(column, '>', block)
            .execute()
      }),
  }
}

/** Removes all but the newest {@link MOST_MARKS} blocks: older ones are not compared with the chain. */
async function trimMarks(tables: Transaction<Tables>, network: string): Promise<void> {
  const old = await tables
    .selectFrom('index_blocks')
    .select('block')
    .where('network', '=', network)
    .orderBy('block', 'desc')
    .offset(MOST_MARKS)
    .limit(1)
    .executeTakeFirst()
  if (old)
    await tables.deleteFrom('index_blocks').where('network', '=', network).where('block', '<=', old.block).execute()
}
