import type { Kysely, Selectable } from 'kysely'
import type { Session } from '../../sandbox/login/database.ts'
import { holds, type Store } from '../../sandbox/login/store.ts'
import { insertEvent } from './events.ts'
import type { Tables } from './tables.ts'
import { inTransaction, lockUser, raiseEpoch } from './transaction.ts'
import { readUser } from './users.ts'

type Names = 'session' | 'sessionsOf' | 'addSession' | 'setUntil' | 'endSession' | 'endSessionsOf'

const sessionOf = ({ at, device, browser, until, ...row }: Selectable<Tables['sessions']>): Session => ({
  ...row,
  until: Number(until),
  ...(at !== null && { at: Number(at) }),
  ...(device !== null && { device }),
  ...(browser !== null && { browser }),
})

export function sessionsIn(db: Kysely<Tables>): Pick<Store, Names | 'knowsDevice'> {
  return {
    async session(token) {
      const row = await db.selectFrom('sessions').selectAll().where('token', '=', token).executeTakeFirst()
      return row && sessionOf(row)
    },
    async sessionsOf(user) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('user', '=', user)
        .orderBy('at', (order) => order.asc().nullsFirst())
        .execute()
      return rows.map(sessionOf)
    },
    addSession: ({ at = null, device = null, browser = null, ...session }, proof, event) =>
      inTransaction(db, async (tables) => {
        const { user } = session
        // Read the account only after locking it: before that, an undo or signing out everywhere could still change it.
        await lockUser(tables, user)
        const account = await readUser(tables, user)
        if (!account || !holds(account, proof)) return false
        await tables.updateTable('users').set({ known: 1 }).where('id', '=', user).execute()
        await tables
          .insertInto('sessions')
          .values({ ...session, at, device, browser })
          .execute()
        if (device !== null)
          await tables
            .insertInto('devices')
            .values({ user, token: device })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        await insertEvent(tables, event)
        return true
      }),
    async setUntil(token, until) {
      await db.updateTable('sessions').set({ until }).where('token', '=', token).execute()
    },
    async endSession(token) {
      await db.deleteFrom('sessions').where('token', '=', token).execute()
    },
    endSessionsOf: (user, handle) =>
      inTransaction(db, async (tables) => {
        if (handle === undefined) {
          await raiseEpoch(tables, user)
          await tables.deleteFrom('devices').where('user', '=', user).execute()
          await tables.deleteFrom('sessions').where('user', '=', user).execute()
          return
        }
        const ended = await tables
          .deleteFrom('sessions')
          .where('user', '=', user)
          .where('handle', '=', handle)
          .returning('device')
          .execute()
        const devices = ended.flatMap(({ device }) => device ?? [])
        if (devices.length)
          await tables.deleteFrom('devices').where('user', '=', user).where('token', 'in', devices).execute()
      }),
    async knowsDevice(user, token) {
      const found = db.selectFrom('devices').select('token').where('user', '=', user).where('token', '=', token)
      return (await found.executeTakeFirst()) !== undefined
    },
  }
}
