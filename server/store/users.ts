import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Selectable } from 'kysely'
import { keysShape, type User } from '../../sandbox/login/database.ts'
import { epochOf, holds, isUnchanged, type Store } from '../../sandbox/login/store.ts'
import { changesOf, insertChange } from './changes.ts'
import { insertEvent } from './events.ts'
import { readStored } from './json.ts'
import type { Tables } from './tables.ts'
import { inTransaction, isSignedIn, lockUser, raiseEpoch } from './transaction.ts'

type Db = Kysely<Tables>
type UserRow = Selectable<Tables['users']>
type Names = 'userById' | 'userByEmail' | 'userByLogin' | 'usersAfter' | 'addUser' | 'addLogin' | 'setEmail'

const loginsOf = async (db: Db, user: string) => {
  const rows = await db.selectFrom('logins').select('login').where('user', '=', user).orderBy('place').execute()
  return rows.map(({ login }) => login)
}

/** Builds an account from its row and its logins. @throws Error for keys that this version cannot read */
const userOf = async (db: Db, row: UserRow): Promise<User> => ({
  id: row.id,
  email: row.email,
  name: row.name,
  logins: await loginsOf(db, row.id),
  evm: row.evm,
  solana: row.solana,
  keys: readStored(keysShape, row.keys, 'users.keys'),
  preferred: row.preferred,
  known: row.known !== 0,
  ...(row.epoch > 0 && { epoch: row.epoch }),
})

export const readUser = async (db: Db, id: string): Promise<User | undefined> => {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row && userOf(db, row)
}

/** Whether another account than `self` has this address or one of these logins. */
export async function isTaken(
  db: Db,
  { email, logins, self = '' }: { email: string | null; logins: readonly string[]; self?: string },
): Promise<boolean> {
  if (email !== null) {
    const other = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (other && other.id !== self) return true
  }
  if (!logins.length) return false
  const found = db.selectFrom('logins').select('user').where('login', 'in', logins).where('user', '!=', self)
  return (await found.executeTakeFirst()) !== undefined
}

/**
 * Adds an account. Call it inside a transaction.
 * @returns false, with nothing stored, if the id, the address or a login is taken
 */
export async function insertUser(db: Db, { logins, keys, known, ...user }: User): Promise<boolean> {
  if (await isTaken(db, { email: user.email, logins })) return false
  const row = { ...user, keys: JSON.stringify(keys), known: known ? 1 : 0 }
  const { numInsertedOrUpdatedRows: added = 0n } = await db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (added === 0n) return false
  const rows = logins.map((login, place) => ({ login, user: user.id, place }))
  if (rows.length) await db.insertInto('logins').values(rows).execute()
  return true
}

const setKeysIn =
  (db: Db): Store['setKeys'] =>
  (id, before, after, by) =>
    inTransaction(db, async (tables) => {
      await lockUser(tables, id)
      const user = await readUser(tables, id)
      if (!user || !isDeepStrictEqual(user.keys, before)) return false
      if (by && (!(await isSignedIn(tables, id, by.session)) || epochOf(user) !== by.epoch)) return false
      await tables
        .updateTable('users')
        .set({ keys: JSON.stringify(after) })
        .where('id', '=', id)
        .execute()
      await insertEvent(tables, by?.event)
      return true
    })

export function usersIn(db: Db): Pick<Store, Names | 'setPreferred' | 'setKeys' | 'deleteUser'> {
  return {
    userById: (id) => readUser(db, id),
    async userByEmail(email) {
      const row = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
      return row && userOf(db, row)
    },
    async userByLogin(login) {
      const row = await db.selectFrom('logins').select('user').where('login', '=', login).executeTakeFirst()
      return row && readUser(db, row.user)
    },
    async usersAfter(id, most) {
      const rows = await db.selectFrom('users').selectAll().where('id', '>', id).orderBy('id').limit(most).execute()
      return Promise.all(rows.map((row) => userOf(db, row)))
    },
    addUser: (user, event) =>
      inTransaction(db, async (tables) => {
        const isAdded = await insertUser(tables, user)
        if (isAdded) await insertEvent(tables, event)
        return isAdded
      }),
    addLogin: (id, login, name, proof) =>
      inTransaction(db, async (tables) => {
        await lockUser(tables, id)
        const user = await readUser(tables, id)
        if (!user || !holds(user, proof)) return undefined
        if (await isTaken(tables, { email: null, logins: [login], self: id })) return undefined
        if (!user.logins.includes(login))
          await tables.insertInto('logins').values({ login, user: id, place: user.logins.length }).execute()
        if (name !== null) await tables.updateTable('users').set({ name }).where('id', '=', id).execute()
        return readUser(tables, id)
      }),
    setEmail: (id, from, to, undo, session) =>
      inTransaction(db, async (tables) => {
        await lockUser(tables, id)
        const user = await readUser(tables, id)
        if (!user || user.email !== from) return 'changed'
        if (!(await isSignedIn(tables, id, session))) return 'ended'
        if (await isTaken(tables, { email: to, logins: [], self: id })) return 'taken'
        if (undo && from !== null) {
          const { name, logins } = user
          await insertChange(tables, { ...undo, user: id, email: from, name, logins })
        }
        await tables.updateTable('users').set({ email: to }).where('id', '=', id).execute()
        await raiseEpoch(tables, id)
        return 'done'
      }),
    async setPreferred(id, preferred) {
      await db.updateTable('users').set({ preferred }).where('id', '=', id).execute()
    },
    setKeys: setKeysIn(db),
    deleteUser: (user, changes, kept, session) =>
      inTransaction(db, async (tables) => {
        await lockUser(tables, user.id)
        const found = await readUser(tables, user.id)
        if (!found) return 'used'
        if (!(await isSignedIn(tables, user.id, session))) return 'ended'
        if (!isUnchanged([found, await changesOf(tables, user.id)], [user, changes])) return 'changed'
        // The database deletes the account's logins, sessions, devices and changes with it (`on delete cascade`).
        await tables.deleteFrom('users').where('id', '=', user.id).execute()
        for (const { token, box, until, key, account = null } of kept) {
          const sealed = { box: JSON.stringify(box), key: key ? JSON.stringify(key) : null }
          await tables
            .insertInto('deleted')
            .values({ token, until, account, ...sealed })
            .execute()
        }
        return 'done'
      }),
  }
}
