/** The embedded database: one file, in SQLite's WAL mode. */
import { closeSync, openSync } from 'node:fs'
import Database from 'libsql'
import { Kysely, SqliteDialect } from 'kysely'
import { NOT_COPIED } from './copy.ts'
import { migrate } from './migrations.ts'
import type { Tables } from './tables.ts'

/** ms to wait while another process, for example a backup, has the database locked. */
const PATIENCE = 5000

/**
 * Creates the file so that only its owner can read it; SQLite gives its `-wal` and `-shm` files the same mode. With `a`
 * an existing file stays as it is; with `wx` it is an error.
 */
export const createFor = (path: string, flag: 'a' | 'wx') => closeSync(openSync(path, flag, 0o600))

/**
 * Opens the file, creates it if it is missing, and brings its tables up to date. Each commit is flushed to the disk, so
 * it survives a crash of the process and of the machine.
 * @throws Error for a file that is no database, or that a newer version has migrated
 */
export async function openSqlite(path: string): Promise<Kysely<Tables>> {
  createFor(path, 'a')
  const database = new Database(path, { timeout: PATIENCE })
  try {
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA foreign_keys = ON')
    const db = new Kysely<Tables>({
      dialect: new SqliteDialect({
        database: {
          // A transaction takes the lock to write from its start, and waits for it (PATIENCE). One that began to read
          // fails at once at its first write, if another process (`rotate`) writes or has written meanwhile.
          prepare: remembering((sql) => database.prepare(sql === 'begin' ? 'begin immediate' : sql)),
          close() {
            // Statements that are not garbage-collected yet keep the file open, and then SQLite does not empty its
            // `-wal` file on close. This moves everything into the main file.
            database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
            database.close()
          },
        },
      }),
    })
    await migrate(db, false)
    return db
  } catch (cause) {
    database.close()
    throw new Error(`The database ${path} does not open: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/**
 * The most statements that are kept: one more, and all are dropped first. The store has about fifty; lists of different
 * lengths make several of some.
 */
const STATEMENTS = 200

/** Keeps prepared statements by their text, so that SQLite does not parse it at each use. */
function remembering<T>(prepare: (sql: string) => T): (sql: string) => T {
  const prepared = new Map<string, T>()
  return (sql) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    if (prepared.size >= STATEMENTS) prepared.clear()
    const made = prepare(sql)
    prepared.set(sql, made)
    return made
  }
}

/**
 * Locks the file `{path}.lock`, so that only one server uses the database: codes, limits and the relay's sockets are in
 * the server's memory, and each of two servers would lack those of the other.
 * @returns a function that frees the lock; the end of the process also frees it
 * @throws Error when another process has the lock
 */
export function lockDatabase(path: string): () => void {
  const lock = new Database(`${path}.lock`, { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new Error(
      `Another walletkit-server uses ${path}. One database has one process: stop the other one, or give this one a database of its own.`,
      { cause },
    )
  }
  return () => lock.close()
}

/**
 * Copies a database that may be in use into a new file, in one consistent state, without {@link NOT_COPIED}.
 * @throws Error if that file exists
 */
export function copyDatabase(path: string, to: string): void {
  createFor(to, 'wx')
  const database = new Database(path, { timeout: PATIENCE })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
  const copy = new Database(to)
  try {
    // A copy of an older database does not have every table.
    const has = copy.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?")
    for (const table of NOT_COPIED) if (has.all(table).length) copy.exec(`DELETE FROM ${table}`)
    // Deleted rows stay readable in the file until VACUUM rewrites it.
    copy.exec('VACUUM')
  } finally {
    copy.close()
  }
}

/** What SQLite's integrity check finds wrong with the file; an empty list for an intact one. */
export function damageOf(path: string): string[] {
  const database = new Database(path, { timeout: PATIENCE })
  try {
    const rows = database.prepare('PRAGMA integrity_check').all() as { integrity_check?: unknown }[]
    return rows.map(({ integrity_check: said }) => String(said)).filter((said) => said !== 'ok')
  } finally {
    database.close()
  }
}
