/** The accounts of which the index reads what happens. */
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

/**
 * `low` is the lowest block from which on the account's tokens have been read, and `native` the same for the native
 * currency; undefined before the first reading.
 */
export type Watched = { account: string; low: number | undefined; native: number | undefined }

/** ms after which an account that no page has asked for again makes room for others. */
const FORGOTTEN = 30 * 86_400_000
/** ms after which it is written again that a page has asked for an account. */
const FRESH = 3_600_000

/** @param most the most accounts of a network that are watched */
export function accountsIn(db: Kysely<Tables>, { most, now }: { most: number; now: () => number }) {
  return {
    /**
     * Adds an account, unless it is watched already. `isNamed`: the config names it, so that it is never forgotten.
     * @returns whether it is new; undefined if there is no room
     */
    async watch(network: string, account: string, isNamed = false): Promise<boolean | undefined> {
      const found = await db
        .selectFrom('index_accounts')
        .select('seen')
        .where('network', '=', network)
        .where('account', '=', account)
        .executeTakeFirst()
      const seen = isNamed ? Number.MAX_SAFE_INTEGER : now()
      const one = db
        .updateTable('index_accounts')
        .set({ seen })
        .where('network', '=', network)
        .where('account', '=', account)
      if (found) {
        if (Number(found.seen) < seen - FRESH) await one.execute()
        return false
      }
      if (!isNamed && (await countOf(db, network)) >= most) {
        await forget(db, network, now() - FORGOTTEN)
        if ((await countOf(db, network)) >= most) return undefined
      }
      await db
        .insertInto('index_accounts')
        .values({ network, account, seen, low: null, native: null })
        .onConflict((conflict) => conflict.columns(['network', 'account']).doNothing())
        .execute()
      return true
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

    /** `isFull`: the account has too many transactions, and is not read. */
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

/** Removes the accounts that no page has asked for in a long time, with all that was stored for them. */
async function forget(db: Kysely<Tables>, network: string, before: number): Promise<void> {
  await inTransaction(db, async (tables) => {
    // Locks the row that each step locks: a step that is under way must not write for an account that goes.
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
