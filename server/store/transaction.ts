/** Transactions that stay correct when several processes change the same rows at once. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * PostgreSQL's error codes when another transaction was faster: a serialization failure, a deadlock, a row with the
 * same key, a reference to a row that was deleted. SQLite runs one transaction at a time and has none of these codes.
 */
const CONFLICTS = new Set(['40001', '40P01', '23505', '23503'])
const TRIES = 10

const isConflict = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && CONFLICTS.has(error.code)

/**
 * Runs `work` in a transaction. A conflict rolls everything back, so `work` runs again, at most {@link TRIES} times in
 * all, and reads what the other transaction has stored. `work` must therefore have no other effects.
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
 * Keeps other transactions from changing an account until this one ends. It updates a column to its own value, because
 * SQLite has no `SELECT … FOR UPDATE`.
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

/** Ends an account's logins that are under way, and locks it as {@link lockUser} does. */
export async function raiseEpoch(tables: Transaction<Tables>, id: string): Promise<void> {
  await tables
    .updateTable('users')
    .set((each) => ({ epoch: each('epoch', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Whether `session` is the token of a session of the account; true without a token, for changes that need none. Lock
 * the account first: otherwise signing out everywhere could end the session between this check and the change.
 */
export async function isSignedIn(tables: Transaction<Tables>, id: string, session?: string): Promise<boolean> {
  if (session === undefined) return true
  const found = tables.selectFrom('sessions').select('token').where('token', '=', session).where('user', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}
