/** Stores the transactions of accounts that the index has read. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A transaction of an account. `place` is its number in the block. `isStrange`: the account did not send it, and it
 * moved no native currency and no token of the operator's list. `value` is JSON.
 */
export type IndexedRow = {
  account: string
  block: number
  place: number
  hash: string
  isStrange: boolean
  value: string
  /** The contracts of the tokens that the transaction moved. */
  contracts: readonly string[]
}

/**
 * The most tokens that are stored for one account. A token of a strange transaction (`isStrange`) is added only while
 * the account has fewer than 100 tokens, so that strangers cannot use up the room for the others.
 */
const MOST_CONTRACTS = { all: 200, strange: 100 }

export function rowsIn(db: Kysely<Tables>) {
  return {
    /** How many strange transactions (`isStrange`) of each account are stored. */
    async strange(network: string): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('index_deeds')
        .select((each) => ['account', each.fn.countAll<number | string>().as('count')])
        .where('network', '=', network)
        .where('strange', '=', 1)
        .groupBy('account')
        .execute()
      return new Map(rows.map(({ account, count }) => [account, Number(count)]))
    },

    /** Rows of an account, newest first: those before the transaction at `before`, or without it the newest of all. */
    async page(network: string, account: string, before: { block: number; place: number } | undefined, size: number) {
      let query = db
        .selectFrom('index_deeds')
        .select(['block', 'place', 'value'])
        .where('network', '=', network)
        .where('account', '=', account)
      if (before)
        query = query.where((each) =>
          each.or([
            each('block', '<', before.block),
            each.and([each('block', '=', before.block), each('place', '<', before.place)]),
          ]),
        )
      const rows = await query.orderBy('block', 'desc').orderBy('place', 'desc').limit(size).execute()
      return rows.map(({ block, place, value }) => ({ block: Number(block), place: Number(place), value }))
    },

    /** The contracts of tokens that an account has sent or received. */
    async contracts(network: string, account: string): Promise<string[]> {
      const rows = await db
        .selectFrom('index_tokens')
        .select('contract')
        .where('network', '=', network)
        .where('account', '=', account)
        .orderBy('contract')
        .execute()
      return rows.map(({ contract }) => contract)
    },
  }
}

/** The most rows in one statement: databases limit the parameters of a statement. */
const ROWS = 100

/** Marks accounts that have too many transactions, and removes what was stored for them. */
export async function markFull(tables: Transaction<Tables>, network: string, accounts: readonly string[]) {
  if (accounts.length === 0) return
  await tables
    .updateTable('index_accounts')
    .set({ full: 1 })
    .where('network', '=', network)
    .where('account', 'in', accounts)
    .execute()
  for (const table of ['index_deeds', 'index_tokens'] as const)
    await tables.deleteFrom(table).where('network', '=', network).where('account', 'in', accounts).execute()
}

/**
 * Inserts rows that are not stored yet, except those of accounts that are no longer watched. Then marks the accounts
 * that have more than `most` transactions, and removes what was stored for them.
 */
export async function insertRows(
  tables: Transaction<Tables>,
  network: string,
  all: readonly IndexedRow[],
  most: number,
): Promise<void> {
  if (all.length === 0) return
  const watched = await tables
    .selectFrom('index_accounts')
    .select('account')
    .where('network', '=', network)
    .where('account', 'in', [...new Set(all.map(({ account }) => account))])
    .execute()
  const own = new Set(watched.map(({ account }) => account))
  const rows = all.filter(({ account }) => own.has(account))
  for (let at = 0; at < rows.length; at += ROWS)
    await tables
      .insertInto('index_deeds')
      .values(
        rows.slice(at, at + ROWS).map(({ account, block, place, hash, isStrange, value }) => ({
          ...{ network, account, block, place, hash, value, strange: isStrange ? 1 : 0 },
        })),
      )
      // A transaction that is read twice has the same row both times.
      .onConflict((conflict) => conflict.columns(['network', 'account', 'block', 'place']).doNothing())
      .execute()
  for (const kind of ['all', 'strange'] as const) {
    const tokens = new Map<string, Set<string>>()
    for (const { account, contracts, isStrange } of rows)
      if (isStrange === (kind === 'strange'))
        for (const contract of contracts) tokens.set(account, (tokens.get(account) ?? new Set()).add(contract))
    for (const [account, contracts] of tokens)
      await insertTokens(tables, { network, account, most: MOST_CONTRACTS[kind] }, [...contracts])
  }
  for (const account of new Set(rows.map((each) => each.account))) {
    const { count } = await tables
      .selectFrom('index_deeds')
      .select(sql<number | string>`count(*)`.as('count'))
      .where('network', '=', network)
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    if (Number(count) > most) await markFull(tables, network, [account])
  }
}

async function insertTokens(
  tables: Transaction<Tables>,
  { network, account, most }: { network: string; account: string; most: number },
  contracts: string[],
) {
  const { count } = await tables
    .selectFrom('index_tokens')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('network', '=', network)
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  const some = contracts.slice(0, Math.max(0, most - Number(count)))
  if (some.length > 0)
    await tables
      .insertInto('index_tokens')
      .values(some.map((contract) => ({ network, account, contract })))
      .onConflict((conflict) => conflict.columns(['network', 'account', 'contract']).doNothing())
      .execute()
}
