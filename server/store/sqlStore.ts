/**
 * Stores the login service's data in a database, through kysely. Changes of several rows that belong together are one
 * transaction.
 */
import type { Kysely } from 'kysely'
import type { Store } from '../../sandbox/login/store.ts'
import { sessionsIn } from './sessions.ts'
import type { Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'
import { undoIn } from './undo.ts'
import { usersIn } from './users.ts'
import { insertEvent, isEventKind } from './events.ts'

/**
 * Makes the login service's store.
 * @param db a database with the tables of the newest migration; `close` closes it
 */
export function sqlStore(db: Kysely<Tables>): Store {
  return {
    ...usersIn(db),
    ...sessionsIn(db),
    ...undoIn(db),
    async erase(now) {
      await inTransaction(db, async (tables) => {
        for (const table of ['sessions', 'changes', 'deleted', 'signins'] as const)
          await tables.deleteFrom(table).where('until', '<', now).execute()
      })
    },
    record: (event) => insertEvent(db, event),
    async events(most, user) {
      const newest = db.selectFrom('events').selectAll().orderBy('seq', 'desc').limit(most)
      const rows = await (user === undefined ? newest : newest.where('user', '=', user)).execute()
      return rows.reverse().flatMap(({ at, kind, user: id, site, detail }) =>
        isEventKind(kind)
          ? {
              at: Number(at),
              kind,
              user: id,
              ...(site !== null && { site }),
              ...(detail !== null && { detail }),
            }
          : [],
      )
    },
    close: () => db.destroy(),
  }
}
