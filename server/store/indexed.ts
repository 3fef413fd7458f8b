/**
 * Stores what this server has read of the networks for the accounts of its sites: see `server/data/indexer`. One process
 * writes at a time, by a lease; each write checks that it still has it. Addresses are in lower case.
 */
import type { Kysely, Transaction } from 'kysely'
import { accountsIn, type Watched } from './indexAccounts.ts'
import { leaseIn, type Lease, LeaseLost } from './indexLease.ts'
import { type IndexedRow, insertRows, markFull, rowsIn } from './indexRows.ts'
import type { Tables } from './tables.ts'

export type { Watched } from './indexAccounts.ts'
export { LeaseLost } from './indexLease.ts'
export type { IndexedRow } from './indexRows.ts'

/** A block that has been read, by which a change of the chain is seen. */
export type Mark = { block: number; hash: string }

/** The most accounts of a network that are watched. */
const MOST_WATCHED = 1_000
/** Transactions of one account. A person has fewer; a service with more would fill the database. */
const MOST_ROWS = 20_000
const MOST_MARKS = 64

type StoreOptions = { most?: number; mostRows?: number; now?: () => number }

type Followed = { full: readonly string[]; accounts: readonly string[]; native: number | null }

export type IndexStore = ReturnType<typeof indexStore>

/**
 * @param options `most` is the most accounts of a network that are watched, and `mostRows` the most transactions of one:
 * an account with more is marked, and no longer read
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
    /** The blocks that have been read, the newest first. The first one is the last block that was read. */
    async marks(network: string): Promise<Mark[]> {
      const rows = await db
        .selectFrom('index_blocks')
        .select(['block', 'hash'])
        .where('network', '=', network)
        .orderBy('block', 'desc')
        .execute()
      return rows.map(({ block, hash }) => ({ block: Number(block), hash }))
    },

    /** Writes that all blocks which the node has now have been read. */
    reached: (network: string, holder: string) =>
      written(network, holder, async (tables) => {
        await tables.updateTable('index_networks').set({ reached: now() }).where('network', '=', network).execute()
      }),

    /** The newest block that has been read, and for how many ms there may have been newer ones. */
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

/** What the process that has the lease writes, a step at a time. */
function stepsIn(db: Kysely<Tables>, written: Lease['written'], mostRows: number) {
  return {
    /**
     * Writes what is new up to the block `mark`, for the accounts of which all has been read up to the mark before.
     * `full` are accounts that have too much there. `native` is the first block from which on all of the native currency
     * of `accounts` has been read, where that has begun only now; null if a part of it cannot be read.
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

    /** Begins to read accounts: `next` is the first block that will be. `native` is null if not all of it can be read. */
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
     * Writes what is older: the account has been read from the block `low` on, and had been from `before` on. `full` as
     * in `followed`. @throws LeaseLost if what had been read of the account has changed
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

    /** Removes what was read above a block, because the chain has changed there; of all blocks for -1. */
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

/** Removes the blocks that are too old to be compared. */
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
