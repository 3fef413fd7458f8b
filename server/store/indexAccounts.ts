/** Stores the accounts whose transactions the index reads. */
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

/**
 * `low`: the account's token transfers have been read from this block on; undefined before the first read. `native`:
 * the same for the native currency; also undefined if the node cannot give all of its transfers.
 */
export type Watched = { account: string; low: number | undefined; native: number | undefined }

/** ms after a page's last request for an account, after which the account may be removed to make room for others. */
const FORGOTTEN = 30 * 86_400_000
/** `seen`, the time of a page's last request for an account, is written at most once in this many ms. */
const FRESH = 3_600_000
/** `seen` of accounts that the config names. */
const NAMED = Number.MAX_SAFE_INTEGER

/**
 * Makes the functions that store the watched accounts.
 * @param most the most watched accounts of a network; an account that the config names is added even above this limit
 */
export function accountsIn(db: Kysely<Tables>, { most, now }: { most: number; now: () => number }) {
  /**
   * Adds an account; for one that is there already, at most stores `seen`.
   * @returns whether the account is new; undefined if there is no room
   */
  async function add(network: string, account: string, seen: number): Promise<boolean | undefined> {
    const found = await db
      .selectFrom('index_accounts')
      .select('seen')
      .where('network', '=', network)
      .where('account', '=', account)
      .executeTakeFirst()
    const one = db
      .updateTable('index_accounts')
      .set({ seen })
      .where('network', '=', network)
      .where('account', '=', account)
    if (found) {
      if (Number(found.seen) < seen - FRESH) await one.execute()
      return false
    }
    if (seen !== NAMED && (await countOf(db, network)) >= most) {
      await forget(db, network, now() - FORGOTTEN)
      if ((await countOf(db, network)) >= most) return undefined
    }
    await db
      .insertInto('index_accounts')
      .values({ network, account, seen, low: null, native: null })
      .onConflict((conflict) => conflict.columns(['network', 'account']).doNothing())
      .execute()
    return true
  }

  return {
    /**
     * Adds an account that a page asked for. For an account that is watched already, at most stores the time of the
     * request.
     * @returns whether the account is new; undefined if there is no room
     */
    watch: (network: string, account: string) => add(network, account, now()),

    /**
     * Adds the accounts that the config names, which are never removed. Those that only an earlier config named become
     * like accounts that a page asks for now: they can be removed after {@link FORGOTTEN} ms without a request.
     */
    async watchNamed(network: string, accounts: readonly string[]): Promise<void> {
      for (const account of accounts) await add(network, account, NAMED)
      const named = db
        .updateTable('index_accounts')
        .set({ seen: now() })
        .where('network', '=', network)
        .where('seen', '=', NAMED)
      await (accounts.length ? named.where('account', 'not in', accounts) : named).execute()
    },

    /** All watched accounts of a network, without those that have too many transactions. */
    async watched(network: string): Promise<Watched[]> {
      const rows = await db
        .selectFrom('index_accounts')
        .select(['account', 'low', 'native'])
        .where('network', '=', network)
        .where('full', '=', 0)
        .orderBy('account')
        .execute()
      return rows.map(({ account, low, native }) => ({ account, low: numberOf(low), native: numberOf(native) }))
    },

    /**
     * Finds one watched account.
     * @returns the account, undefined if it is not watched. `isFull`: it has too many transactions, and is not read
     */
    async watchedOne(network: string, account: string): Promise<(Watched & { isFull: boolean }) | undefined> {
      const row = await db
        .selectFrom('index_accounts')
        .select(['low', 'native', 'full'])
        .where('network', '=', network)
        .where('account', '=', account)
        .executeTakeFirst()
      return row && { account, low: numberOf(row.low), native: numberOf(row.native), isFull: row.full === 1 }
    },
  }
}

async function countOf(db: Kysely<Tables>, network: string): Promise<number> {
  const { count } = await db
    .selectFrom('index_accounts')
    .select((each) => each.fn.countAll<number | string>().as('count'))
    .where('network', '=', network)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes up to 100 accounts for which no page has asked since `before`, with everything that was stored for them. */
async function forget(db: Kysely<Tables>, network: string, before: number): Promise<void> {
  await inTransaction(db, async (tables) => {
    // Lock the network's row, as each step of the index does: a step in progress must not write rows of an account that
    // is removed here.
    await tables
      .updateTable('index_networks')
      .set((each) => ({ until: each.ref('until') }))
      .where('network', '=', network)
      .execute()
    const old = await tables
      .selectFrom('index_accounts')
      .select('account')
      .where('network', '=', network)
      .where('seen', '<', before)
      .limit(100)
      .execute()
    const accounts = old.map(({ account }) => account)
    if (accounts.length === 0) return
    for (const table of ['index_accounts', 'index_deeds', 'index_tokens'] as const)
      await tables.deleteFrom(table).where('network', '=', network).where('account', 'in', accounts).execute()
  })
}

const numberOf = (value: number | string | null): number | undefined => (value === null ? undefined : Number(value))
