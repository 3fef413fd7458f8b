/** Stores short-lived data (codes, limits) in the table `transient`, which several processes share. */
import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Shape } from '../../runtime/auth/shape.ts'
import type { Collection, Transient } from '../../sandbox/login/transient.ts'
import { createSealed } from './sealedValue.ts'
import type { Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

/**
 * Makes the store of short-lived data.
 * @param secret must be the same in every process. Keys and values contain mail and IP addresses, so the table stores
 *   an HMAC of the keys with this secret, and encrypted values: a copy of the table does not reveal who used the login
 */
export function sqlTransient(db: Kysely<Tables>, secret: Uint8Array, now: () => number): Transient {
  const hash = (...parts: string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const sealed = createSealed(secret)
  return {
    collection<T>(kind: string, shape: Shape<T>): Collection<T> {
      const column = `transient.${kind}`
      const valueOf = (text: string, until: number | string): T | undefined =>
        Number(until) < now() ? undefined : sealed.read(shape, text, column)
      return {
        async get(key) {
          const row = await db
            .selectFrom('transient')
            .select(['value', 'until'])
            .where('kind', '=', kind)
            .where('key', '=', hash(kind, key))
            .executeTakeFirst()
          return row && valueOf(row.value, row.until)
        },
        update: (given, change) =>
          inTransaction(db, async (tables) => {
            const keys = given.map((key) => hash(kind, key))
            // Inserts the missing rows and locks all of them. Every transaction locks in sorted order: otherwise two of
            // them could wait for each other (a deadlock).
            const rows = await tables
              .insertInto('transient')
              .values([...keys].sort().map((key) => ({ kind, key, about: null, value: '', until: -1 })))
              .onConflict((conflict) =>
                conflict.columns(['kind', 'key']).doUpdateSet((each) => ({ until: each.ref('transient.until') })),
              )
              .returning(['key', 'value', 'until'])
              .execute()
            const found = keys.map((key) => {
              const row = rows.find((each) => each.key === key)
              return row && valueOf(row.value, row.until)
            })
            const { next, result } = change(found)
            const kept = keys.flatMap((key, at) => {
              const entry = next[at]
              if (!entry) return []
              const about = entry.about === undefined ? null : hash('about', kind, entry.about)
              return { kind, key, about, value: sealed.write(entry.value, column), until: entry.until }
            })
            if (kept.length)
              await tables
                .insertInto('transient')
                .values(kept)
                .onConflict((conflict) =>
                  conflict.columns(['kind', 'key']).doUpdateSet((each) => ({
                    about: each.ref('excluded.about'),
                    value: each.ref('excluded.value'),
                    until: each.ref('excluded.until'),
                  })),
                )
                .execute()
            const gone = keys.filter((_, at) => !next[at])
            if (gone.length)
              await tables.deleteFrom('transient').where('kind', '=', kind).where('key', 'in', gone).execute()
            return result
          }),
        async drop(about) {
          await db
            .deleteFrom('transient')
            .where('kind', '=', kind)
            .where('about', '=', hash('about', kind, about))
            .execute()
        },
        async clear() {
          await db.deleteFrom('transient').where('kind', '=', kind).execute()
        },
      }
    },
    async erase() {
      await db.deleteFrom('transient').where('until', '<', now()).execute()
    },
  }
}
