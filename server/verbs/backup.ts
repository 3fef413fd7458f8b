/** Backups. A backup is always an SQLite file, also that of a PostgreSQL; `verify` checks it and `restore` reads it. */
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { copyAccounts } from '../store/copy.ts'
import { openThere } from '../store/database.ts'
import { isPostgresUrl } from '../store/postgresUrl.ts'
import { openPostgres } from '../store/postgres.ts'
import { copyDatabase, damageOf, lockDatabase, openSqlite } from '../store/sqlite.ts'
import type { Tables } from '../store/tables.ts'

/**
 * Copies a database that may be in use into a new file, without what `NOT_COPIED` names, such as sessions and known
 * browsers: nobody is logged in in the copy.
 * @throws Error when `file` exists, there is no database, or the copy is damaged
 */
export async function backup(database: string, file: string): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists already, and a backup overwrites nothing`)
  // Only a whole copy gets the name: `verify` would call a file without accounts sound.
  const part = `${file}.part`
  const drop = () => ['', '-wal', '-shm', '-journal'].forEach((end) => rmSync(`${part}${end}`, { force: true }))
  drop()
  try {
    if (isPostgresUrl(database)) await fromPostgres(database, part)
    else {
      if (!existsSync(database)) throw new Error(`There is no database ${database}`)
      copyDatabase(database, part)
    }
    const damage = damageOf(part)
    if (damage.length) throw new Error(`The copy is damaged: ${damage[0]}`)
    renameSync(part, file)
  } finally {
    drop()
  }
}

async function fromPostgres(database: string, file: string): Promise<void> {
  const from = await openThere(database)
  try {
    const to = await openSqlite(file)
    try {
      await copyAccounts(from, to, true)
    } finally {
      await to.destroy()
    }
  } finally {
    await from.destroy()
  }
}

/**
 * Runs `work` on a temporary copy of a database or a backup: opening the original would upgrade it, if it is of an
 * older version.
 */
export async function withCopy<T>(database: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'walletkit-copy-'))
  try {
    const copy = join(folder, 'copy.db')
    await backup(database, copy)
    const db = await openSqlite(copy)
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Copies a backup into an empty database, which is created if it is a file that does not exist. Sessions and known
 * browsers are not copied, also not from a backup that has them.
 * @returns the number of accounts @throws Error when there is no such backup, a server uses the database file, or the
 * database has rows already
 */
export async function restore(file: string, database: string): Promise<number> {
  if (!existsSync(file)) throw new Error(`There is no backup ${file}`)
  const isFile = !isPostgresUrl(database)
  const unlock = isFile ? lockDatabase(database) : () => {}
  try {
    const to = await (isFile ? openSqlite(database) : openPostgres(database, { upgrade: true }))
    try {
      return await withCopy(file, (from) => copyAccounts(from, to, false))
    } finally {
      await to.destroy()
    }
  } finally {
    unlock()
  }
}
