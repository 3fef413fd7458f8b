import type { Kysely, Selectable } from 'kysely'
import { list, nullable, object, text } from '../../runtime/auth/shape.ts'
import type { Change } from '../../sandbox/login/database.ts'
import type { Store } from '../../sandbox/login/store.ts'
import { readStored } from './json.ts'
import type { Tables } from './tables.ts'
import { insertUser, isTaken, readUser } from './users.ts'

const beforeShape = object({}, { name: nullable(text), logins: list(text) })
const boxShape = object({ salt: text, iv: text, tag: text, sealed: text })

const changeOf = ({ token, user, email, next, until, before }: Selectable<Tables['changes']>): Change => ({
  ...{ token, user, email, next, until: Number(until) },
  ...readStored(beforeShape, before, 'changes.before'),
})

export function undoIn(
  db: Kysely<Tables>,
): Pick<Store, 'change' | 'addChange' | 'takeBackChange' | 'deleted' | 'restoreUser'> {
  return {
    async change(token) {
      const row = await db.selectFrom('changes').selectAll().where('token', '=', token).executeTakeFirst()
      return row && changeOf(row)
    },
    addChange: ({ token, user, email, next, until, ...before }) =>
      db.transaction().execute(async (tables) => {
        if (!(await readUser(tables, user))) return
        await tables
          .insertInto('changes')
          .values({ token, user, email, next, until, before: JSON.stringify(before) })
          .execute()
      }),
    takeBackChange: (token) =>
      db.transaction().execute(async (tables) => {
        const row = await tables.selectFrom('changes').selectAll().where('token', '=', token).executeTakeFirst()
        if (!row) return 'used'
        const { user, email, name, logins = [] } = changeOf(row)
        if (await isTaken(tables, { email, logins: [], self: user })) return 'taken'
        await tables
          .updateTable('users')
          .set({ email, ...(name !== undefined && { name }) })
          .where('id', '=', user)
          .execute()
        // The new address may have brought logins of its provider along.
        const others = tables.deleteFrom('logins').where('user', '=', user)
        await (logins.length ? others.where('login', 'not in', logins) : others).execute()
        // Later changes were made by somebody else: their letters must not restore what was taken back here.
        await tables.deleteFrom('changes').where('user', '=', user).where('seq', '>=', row.seq).execute()
        await tables.deleteFrom('sessions').where('user', '=', user).execute()
        await tables.deleteFrom('devices').where('user', '=', user).execute()
        return 'done'
      }),
    async deleted(token) {
      const row = await db.selectFrom('deleted').selectAll().where('token', '=', token).executeTakeFirst()
      if (!row) return undefined
      return { token, box: readStored(boxShape, row.box, 'deleted.box'), until: Number(row.until) }
    },
    restoreUser: (token, user) =>
      db.transaction().execute(async (tables) => {
        const kept = await tables.selectFrom('deleted').select('token').where('token', '=', token).executeTakeFirst()
        if (!kept) return 'used'
        if (!(await insertUser(tables, user))) return 'taken'
        await tables.deleteFrom('deleted').where('token', '=', token).execute()
        return 'done'
      }),
  }
}
