/** Transactions that several processes may run at once, on rows that they share. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * What PostgreSQL answers when another transaction was faster: a serialization failure, a deadlock, a row with the same key,
 * a reference to a row that is gone. SQLite runs one transaction at a time and never answers these.
 */
const CONFLICTS = new Set(['40001', '40P01', '23505', '23503'])
const TRIES = 10

const isConflict = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && CONFLICTS.has(error.code)

/**
 * Runs `work` in a transaction. After a conflict everything was rolled back, so it runs again and sees what the other
 * transaction has stored.
 */
export async function inTransaction<T>(
  db: Kysely<Tables>,
  work: (tables: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (left === 0 || !isConflict(error)) throw error
    }
  }
}

/**
 * Keeps other transactions from changing an account until this one ends. An update, because SQLite has no `FOR UPDATE`.
 * @returns false if there is no such account
 */
export async function lockUser(tables: Transaction<Tables>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('users')
    .set((each) => ({ known: each.ref('known') }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
