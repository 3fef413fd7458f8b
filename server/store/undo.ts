import type { Kysely, Transaction } from 'kysely'
import { boxShape } from '../../sandbox/login/database.ts'
import type { Store } from '../../sandbox/login/store.ts'
import { changeOf, changesOf, insertChange } from './changes.ts'
import { readStored } from './json.ts'
import type { Tables } from './tables.ts'
import { inTransaction, lockUser, raiseEpoch } from './transaction.ts'
import { insertUser, isTaken } from './users.ts'

/**
 * Locks a deleted account. Several links may restore it, and each has a row in `deleted`: whichever link is used, the
 * same row is locked, so that only one of them succeeds.
 * @returns the value `account` that its rows share (null: this is its only row), or undefined if the link has no row
 *   (any more)
 */
async function lockDeleted(tables: Transaction<Tables>, token: string): Promise<string | null | undefined> {
  const find = () => tables.selectFrom('deleted').select('account').where('token', '=', token).executeTakeFirst()
  const found = await find()
  if (!found) return undefined
  const { account } = found
  const first =
    account === null
      ? { token }
      : await tables
          .selectFrom('deleted')
          .select('token')
          .where('account', '=', account)
          .orderBy('token')
          .executeTakeFirst()
  await tables
    .updateTable('deleted')
    .set((each) => ({ until: each.ref('until') }))
    .where('token', '=', first?.token ?? token)
    .execute()
  // Read the row once more: another transaction may have used a link before this one got the lock.
  return (await find()) && account
}

export function undoIn(
  db: Kysely<Tables>,
): Pick<Store, 'change' | 'changesOf' | 'takeBackChange' | 'deleted' | 'restoreUser'> {
  return {
    async change(token) {
      const row = await db.selectFrom('changes').selectAll().where('token', '=', token).executeTakeFirst()
      return row && changeOf(row)
    },
    changesOf: (user) => changesOf(db, user),
    takeBackChange: (token) =>
      inTransaction(db, async (tables) => {
        const find = () => tables.selectFrom('changes').selectAll().where('token', '=', token).executeTakeFirst()
        const first = await find()
        if (!first || !(await lockUser(tables, first.user))) return 'used'
        // Read the row once more: another transaction may have used the link before this one got the lock.
        const row = await find()
        if (!row) return 'used'
        const { user, email, name, logins = [] } = changeOf(row)
        if (await isTaken(tables, { email, logins: [], self: user })) return 'taken'
        await tables
          .updateTable('users')
          .set({ email, ...(name !== undefined && { name }) })
          .where('id', '=', user)
          .execute()
        await raiseEpoch(tables, user)
        // Remove logins that were added since the change: they may belong to an attacker who made the change.
        const others = tables.deleteFrom('logins').where('user', '=', user)
        await (logins.length ? others.where('login', 'not in', logins) : others).execute()
        // Delete this change and all later ones: the undo link of a later one would restore the address that is undone
        // here.
        await tables.deleteFrom('changes').where('user', '=', user).where('seq', '>=', row.seq).execute()
        await tables.deleteFrom('sessions').where('user', '=', user).execute()
        await tables.deleteFrom('devices').where('user', '=', user).execute()
        return 'done'
      }),
    async deleted(token) {
      const row = await db.selectFrom('deleted').selectAll().where('token', '=', token).executeTakeFirst()
      if (!row) return undefined
      const { box, until, key, account } = row
      return {
        ...{ token, box: readStored(boxShape, box, 'deleted.box'), until: Number(until) },
        ...(key !== null && { key: readStored(boxShape, key, 'deleted.key') }),
        ...(account !== null && { account }),
      }
    },
    restoreUser: (token, user, changes) =>
      inTransaction(db, async (tables) => {
        const account = await lockDeleted(tables, token)
        if (account === undefined) return 'used'
        if (!(await insertUser(tables, user))) return 'taken'
        for (const change of changes) await insertChange(tables, change)
        await tables.deleteFrom('deleted').where('token', '=', token).execute()
        if (account !== null) await tables.deleteFrom('deleted').where('account', '=', account).execute()
        return 'done'
      }),
  }
}
