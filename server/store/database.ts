/**
 * Opens the config's database: an SQLite file, which one process uses, or a PostgreSQL, which several processes share,
 * and beside which they may share a Redis.
 */
import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { Transient } from '../../sandbox/login/transient.ts'
import type { Config } from '../config/config.ts'
import { derived } from '../keys/derived.ts'
import { isPostgresUrl, shownUrl } from './postgresUrl.ts'
import type { Redis } from './redis.ts'
import { redisTransient } from './redisTransient.ts'
import { sqlTransient } from './sqlTransient.ts'
import type { Tables } from './tables.ts'

/** The database in messages to the operator: its path, or its PostgreSQL address without the user and the password. */
export const nameOf = (database: string): string => (isPostgresUrl(database) ? shownUrl(database) : database)

/**
 * Opens an existing database for a command such as `rotate`. Brings an SQLite file up to date, but not a PostgreSQL:
 * servers of an older version may be using its tables.
 * @throws Error when there is no such file, it does not open, or the PostgreSQL's tables are older than this version
 */
export async function openThere(database: string): Promise<Kysely<Tables>> {
  if (isPostgresUrl(database)) return (await import('./postgres.ts')).openPostgres(database, { upgrade: false })
  if (!existsSync(database)) throw new Error(`There is no database ${database}`)
  return (await import('./sqlite.ts')).openSqlite(database)
}

export type Served = {
  db: Kysely<Tables>
  /** Codes, limits and other short-lived data, shared by the processes of a PostgreSQL; undefined for SQLite. */
  shared: { transient: Transient; pepper: Uint8Array } | undefined
  redis: Redis | undefined
  /** @throws Error when Redis does not answer; does nothing without one */
  askRedis: () => Promise<void>
  /**
   * Frees the lock (the SQLite file's, or the relay's) for another process, and closes Redis. Call it after `db` is
   * closed.
   */
  release: () => Promise<void>
}

/**
 * Opens the database for a server, and brings its tables up to date. Connects to the Redis, if there is one.
 * @param lost called when a connection to a PostgreSQL or a Redis was lost
 * @throws Error when the database does not open, when another process uses the SQLite file or runs the relay of the
 *   same PostgreSQL, or when Redis does not answer
 */
export async function openServed(
  { database, redis, relay, masterKeys }: Pick<Config, 'database' | 'redis' | 'relay' | 'masterKeys'>,
  lost: (error: Error) => void,
): Promise<Served> {
  if (!isPostgresUrl(database)) {
    const { lockDatabase, openSqlite } = await import('./sqlite.ts')
    const unlock = lockDatabase(database)
    try {
      const db = await openSqlite(database)
      return { db, shared: undefined, redis: undefined, askRedis: async () => {}, release: async () => unlock() }
    } catch (error) {
      unlock()
      throw error
    }
  }
  const { lockRelay, openPostgres } = await import('./postgres.ts')
  const db = await openPostgres(database, { upgrade: true, lost })
  let opened: Redis | undefined
  try {
    opened = redis && (await (await import('./redis.ts')).openRedis(redis, lost))
    const unlock = relay && !opened ? await lockRelay(database, lost) : async () => {}
    const keys = derived(masterKeys, 'transient')
    const transient = opened ? redisTransient(opened, keys, Date.now) : sqlTransient(db, keys, Date.now)
    return {
      db,
      shared: { transient, pepper: derived(masterKeys, 'codes') },
      redis: opened,
      async askRedis() {
        await (await opened?.connection())?.ask('PING')
      },
      async release() {
        opened?.close()
        await unlock()
      },
    }
  } catch (error) {
    opened?.close()
    await db.destroy()
    throw error
  }
}
