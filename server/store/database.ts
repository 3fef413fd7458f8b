/**
 * Opens the config's database: an SQLite file, which one process uses, or a PostgreSQL, which several processes share.
 */
import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { Transient } from '../../sandbox/login/transient.ts'
import type { Config } from '../config/config.ts'
import { isPostgresUrl, shownUrl } from './postgresUrl.ts'
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
  /** Codes, limits and other data that lasts minutes, shared by the processes of a PostgreSQL; undefined for SQLite. */
  shared: { transient: Transient; pepper: Uint8Array } | undefined
  /** Frees the lock (the SQLite file's, or the relay's) for another process. Call it after `db` is closed. */
  release: () => Promise<void>
}

/**
 * Opens the database for a server, and brings its tables up to date.
 * @param lost called when a connection to a PostgreSQL was lost
 * @throws Error when another process uses the SQLite file, or runs the relay of the same PostgreSQL
 */
export async function openServed(
  { database, relay, masterKeys }: Pick<Config, 'database' | 'relay' | 'masterKeys'>,
  lost: (error: Error) => void,
): Promise<Served> {
  if (!isPostgresUrl(database)) {
    const { lockDatabase, openSqlite } = await import('./sqlite.ts')
    const unlock = lockDatabase(database)
    try {
      return { db: await openSqlite(database), shared: undefined, release: async () => unlock() }
    } catch (error) {
      unlock()
      throw error
    }
  }
  const { lockRelay, openPostgres } = await import('./postgres.ts')
  const db = await openPostgres(database, { upgrade: true, lost })
  try {
    const release = relay ? await lockRelay(database, lost) : async () => {}
    // Both secrets are derived from the first master key: every process has it, and the database does not.
    const secret = (use: string) => Buffer.from(hkdfSync('sha256', masterKeys[0].bytes, '', `walletkit ${use}`, 32))
    const transient = sqlTransient(db, secret('transient keys'), Date.now)
    return { db, shared: { transient, pepper: secret('codes') }, release }
  } catch (error) {
    await db.destroy()
    throw error
  }
}
