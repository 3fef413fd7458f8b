/** The database of a config: a file of this process, or a PostgreSQL that several processes share. */
import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { Transient } from '../../sandbox/login/transient.ts'
import type { Config } from '../config/config.ts'
import { isPostgresUrl, shownUrl } from './postgresUrl.ts'
import { sqlTransient } from './sqlTransient.ts'
import type { Tables } from './tables.ts'

/** How an operator knows it, without a password. */
export const nameOf = (database: string): string => (isPostgresUrl(database) ? shownUrl(database) : database)

/**
 * Opens one that is there, for a process that does not serve it. A PostgreSQL that servers use is not upgraded behind their backs.
 * @throws Error
 */
export async function openThere(database: string): Promise<Kysely<Tables>> {
  if (isPostgresUrl(database)) return (await import('./postgres.ts')).openPostgres(database, { upgrade: false })
  if (!existsSync(database)) throw new Error(`There is no database ${database}`)
  return (await import('./sqlite.ts')).openSqlite(database)
}

export type Served = {
  db: Kysely<Tables>
  /** What lasts minutes, where several processes share it. */
  shared: { transient: Transient; pepper: Uint8Array } | undefined
  /** Lets another process have what only one may have. Call it after the database is closed. */
  release: () => Promise<void>
}

/**
 * Opens it for a process that serves it.
 * @param lost called when a connection was lost
 * @throws Error when another process has what only one may have
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
    // From the master key, because every process has it and the database does not.
    const secret = (use: string) => Buffer.from(hkdfSync('sha256', masterKeys[0].bytes, '', `walletkit ${use}`, 32))
    const transient = sqlTransient(db, secret('transient keys'), Date.now)
    return { db, shared: { transient, pepper: secret('codes') }, release }
  } catch (error) {
    await db.destroy()
    throw error
  }
}
