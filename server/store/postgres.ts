/** The shared database: PostgreSQL 13 or newer, for several processes on several machines. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isMigrated, migrate } from './migrations.ts'
import { shownUrl } from './postgresUrl.ts'
import type { Tables } from './tables.ts'

/** The most connections in the pool of one process. By default, PostgreSQL allows 100 for all processes together. */
const CONNECTIONS = 20
/** ms to wait for a connection. */
const PATIENCE = 5_000
/** ms that one statement may take, and that a transaction may wait for its next one. PostgreSQL then ends it. */
const LONGEST = 15_000

/**
 * The key of the advisory lock of the process that runs the relay without a Redis: the relay's messages are in that
 * process's memory, so only one process may run it. The key may be any number that nothing else in the database locks.
 */
const RELAY_LOCK = 4_750_001

const settings = (url: string) => ({
  connectionString: url,
  application_name: 'walletkit-server',
  connectionTimeoutMillis: PATIENCE,
  keepAlive: true,
})

const failed = (url: string, cause: unknown) =>
  new Error(`The database ${shownUrl(url)} does not open: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  })

/**
 * `upgrade`: whether to bring the tables up to date. `lost`: called when an idle connection was lost; the next query
 * opens a new one.
 */
export type Opening = { upgrade: boolean; lost?: (error: Error) => void }

/**
 * Opens the database, with a pool of connections.
 * @throws Error when the database does not answer, its tables are older and `upgrade` is false, or the upgrade fails
 */
export async function openPostgres(url: string, { upgrade, lost = () => {} }: Opening): Promise<Kysely<Tables>> {
  const pool = new pg.Pool({
    ...settings(url),
    max: CONNECTIONS,
    statement_timeout: LONGEST,
    // If a process hangs in a transaction, PostgreSQL ends the transaction after this time, and unlocks its rows.
    idle_in_transaction_session_timeout: LONGEST,
  })
  pool.on('error', lost)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    if (upgrade) await migrate(db, true)
    else if (!(await isMigrated(db, true)))
      throw new Error(
        'its tables are not those of this version. Use the version that the server runs, or start the server',
      )
    return db
  } catch (cause) {
    await db.destroy()
    throw failed(url, cause)
  }
}

/**
 * Locks the relay, which only one process may run while there is no Redis.
 * @returns a function that frees the lock; PostgreSQL also frees it when the connection ends
 * @throws Error when another process has the lock
 */
export async function lockRelay(url: string, lost: (error: Error) => void = () => {}): Promise<() => Promise<void>> {
  const client = new pg.Client(settings(url))
  client.on('error', lost)
  try {
    await client.connect()
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [RELAY_LOCK])
    if (rows[0]?.held !== true)
      throw new Error('another process has the relay. One process has it: set "relay" to false in the others')
    return () => client.end()
  } catch (cause) {
    await client.end().catch(() => undefined)
    throw failed(url, cause)
  }
}

/** Describes the first setting with which a crash can lose committed writes; undefined if there is none. */
export async function riskOf(url: string): Promise<string | undefined> {
  const client = new pg.Client(settings(url))
  try {
    await client.connect()
    const valueOf = async (name: string) => {
      const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [name])
      return rows[0]?.value
    }
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
      if ((await valueOf(name)) === 'off') return `${name} is off, so that a crash loses accounts that were answered`
    return undefined
  } catch (cause) {
    throw failed(url, cause)
  } finally {
    await client.end().catch(() => undefined)
  }
}
