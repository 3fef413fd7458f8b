/** The embedded database: one file, in SQLite's WAL mode. */
import { closeSync, openSync } from 'node:fs'
import Database from 'libsql'
import { Kysely, SqliteDialect } from 'kysely'
import { migrate } from './migrations.ts'
import type { Tables } from './tables.ts'

/** How long another program's write is waited for, for example a backup's start; in ms. */
const PATIENCE = 5000

/** Makes the file if it is not there, for its owner only; SQLite gives its other files the same mode. */
const createFor = (path: string, flag: 'a' | 'wx') => closeSync(openSync(path, flag, 0o600))

/**
 * Opens the file and brings its tables up to date. What was written survives the end of the process and of the machine: each
 * commit is flushed.
 * @throws Error for a file that is no database, or that a newer version has written
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
          prepare: (sql) => database.prepare(sql),
          close() {
            // Moves everything into the one file, because statements that are not collected yet keep the file open.
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
 * Holds the file `{path}.lock` until it is released or the process ends: codes, limits and the relay's messages are in one
 * process's memory, so that two processes would each know half of them.
 * @throws Error when another process has it
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

/** Copies a database that may be in use into a new file, in one consistent state. @throws Error if that file exists */
export function copyDatabase(path: string, to: string): void {
  createFor(to, 'wx')
  const database = new Database(path, { timeout: PATIENCE })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
}

/** What SQLite finds wrong with the file; nothing for a sound one. */
export function damageOf(path: string): string[] {
  const database = new Database(path, { timeout: PATIENCE })
  try {
    const rows = database.prepare('PRAGMA integrity_check').all() as { integrity_check?: unknown }[]
    return rows.map(({ integrity_check: said }) => String(said)).filter((said) => said !== 'ok')
  } finally {
    database.close()
  }
}
