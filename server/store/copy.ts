/** Copies every account from one database into another: for backups, and for moves between SQLite and PostgreSQL. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The tables that are copied, each after those to which its rows refer, with the columns by which its rows are sorted.
 * Left out are {@link NOT_COPIED} and the table `transient`, whose rows are short-lived.
 */
const ORDER = {
  users: ['id'],
  logins: ['login'],
  changes: ['seq'],
  deleted: ['token'],
  events: ['seq'],
} as const
const NAMES = Object.keys(ORDER) as (keyof typeof ORDER)[]
/**
 * What a copy leaves out: sessions, known browsers, sign-ins with a wallet, and indexed chain data. A session that was
 * ended after the backup, perhaps a thief's, would be valid again in the copy. Chain data can be read again. Undo links
 * (`changes`, `deleted`) are copied, because only they can restore an account that was changed or deleted before the
 * backup.
 */
export const NOT_COPIED = [
  ...(['sessions', 'devices', 'signins'] as const),
  ...(['index_networks', 'index_accounts', 'index_blocks', 'index_deeds', 'index_tokens'] as const),
] as const
const PAGE = 500

type Row = Record<string, unknown>

/** Yields a table's rows in pages of {@link PAGE}, without `seq`, which the target database numbers itself. */
async function* pagesOf(db: Kysely<Tables>, table: keyof typeof ORDER): AsyncGenerator<Row[]> {
  const keys = ORDER[table]
  const refs = sql.join(keys.map((key) => sql.ref(key)))
  for (let last: Row | undefined; ;) {
    const from = last
    const after = from ? sql`where (${refs}) > (${sql.join(keys.map((key) => from[key]))})` : sql``
    const { rows } = await sql<Row>`select * from ${sql.table(table)} ${after} order by ${refs} limit ${PAGE}`.execute(
      db,
    )
    if (rows.length) yield rows.map(({ seq: _, ...row }) => row)
    last = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

/**
 * Copies all accounts as they are at one moment, or nothing. Nobody is logged in in the copy.
 * @param to a database with empty tables of the newest migration
 * @param isPostgres whether `from` is PostgreSQL, whose default isolation would read each table at another moment
 * @returns the number of accounts @throws Error when `to` has rows already
 */
export async function copyAccounts(from: Kysely<Tables>, to: Kysely<Tables>, isPostgres: boolean): Promise<number> {
  const reading = from.transaction()
  return (isPostgres ? reading.setIsolationLevel('repeatable read') : reading).execute((source) =>
    to.transaction().execute(async (target) => {
      for (const table of [...NAMES, ...NOT_COPIED])
        if (
          await target
            .selectFrom(table)
            .select(sql<number>`1`.as('one'))
            .limit(1)
            .executeTakeFirst()
        )
          throw new Error(`The database to copy into has ${table} already, and nothing is overwritten`)
      let accounts = 0
      for (const table of NAMES)
        for await (const rows of pagesOf(source, table)) {
          if (table === 'users') accounts += rows.length
          await target.insertInto(table).values(rows).execute()
        }
      return accounts
    }),
  )
}
