/**
 * A relay's journal in an SQLite file of its own beside the database. A commit here does not wait until the disk has
 * the data (`synchronous = NORMAL`): it survives a kill of the process, but a crash of the machine may lose it. That is
 * acceptable for messages, but not for the accounts in the database.
 */
import Database from 'libsql'
import { type Kept, nameOf, type Place } from '../../sandbox/relay/kept.ts'
import type { Journal } from '../../sandbox/relay/relay.ts'
import { createFor } from '../store/sqlite.ts'
import { keptOf } from './fact.ts'
import { createReport } from './quiet.ts'

/**
 * ms in which changes are collected for one commit. Each message waits at most that long for its commit, and a commit
 * of many messages costs little more than one of a few.
 */
const PAUSE = 8

/**
 * Messages are stored by ascending numbers, and not by their long names (topic and hash), so that SQLite adds rows only
 * at the end of the table.
 */
const TABLES = `
create table if not exists kept (id integer primary key, owner text not null, body text not null);
create table if not exists arrived (id integer not null, client text not null, primary key (id, client)) without rowid`

/** The file of the relay's messages, beside the database at this path. */
export const journalPath = (database: string): string => `${database}.relay`

/**
 * Opens the file of a journal, and creates it and its tables if they are missing.
 * @throws Error if the file cannot be opened or is no database
 */
export function openJournalFile(path: string): InstanceType<typeof Database> {
  createFor(path, 'a')
  const file = new Database(path)
  try {
    file.exec('PRAGMA journal_mode = WAL')
    file.exec('PRAGMA synchronous = NORMAL')
    file.exec(TABLES)
    return file
  } catch (cause) {
    file.close()
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `${path} does not open: ${why}. It has the messages that wait in the relay: without the file they are lost, and nothing else is.`,
      { cause },
    )
  }
}

/**
 * The changes since the last commit. No number is used for a second message, so the order of changes in a batch does
 * not matter.
 */
type Batch = {
  keep: { id: number; kept: Kept; owner: string }[]
  arrive: { id: number; client: string }[]
  forget: Set<number>
  /** The callers of `keep`, which wait for the commit. */
  waiting: { done: () => void; failed: (error: Error) => void }[]
}
const newBatch = (): Batch => ({ keep: [], arrive: [], forget: new Set(), waiting: [] })

/** Each statement takes its rows as one JSON list: one call for many rows is several times faster. */
function prepare(file: InstanceType<typeof Database>) {
  const keep = file.prepare('insert into kept select value ->> 0, value ->> 1, value ->> 2 from json_each(?)')
  const arrive = file.prepare('insert or ignore into arrived select value ->> 0, value ->> 1 from json_each(?)')
  const forget = ['kept', 'arrived'].map((table) =>
    file.prepare(`delete from ${table} where id in (select value from json_each(?))`),
  )
  const run = (statements: typeof forget, rows: readonly unknown[]) => {
    if (rows.length) for (const statement of statements) statement.run(JSON.stringify(rows))
  }
  return (batch: Batch) => {
    const stays = ({ id }: { id: number }) => !batch.forget.has(id)
    file.exec('BEGIN')
    try {
      run(forget, [...batch.forget])
      run(
        [keep],
        batch.keep.filter(stays).map(({ id, owner, kept }) => [id, owner, JSON.stringify(kept)]),
      )
      run(
        [arrive],
        batch.arrive.filter(stays).map(({ id, client }) => [id, client]),
      )
      file.exec('COMMIT')
    } catch (error) {
      if (file.inTransaction) file.exec('ROLLBACK')
      throw error
    }
  }
}

type Row = { id: number; owner: string; body: string }
const rowsOf = (file: InstanceType<typeof Database>) =>
  file.prepare('select id, owner, body from kept order by id').all() as Row[]

/**
 * Parses a stored message. A message that cannot be parsed is reported and stays in the file: an error here would
 * prevent the server's start, and nobody could log in.
 */
function read(body: string, report: (error: unknown) => void): Kept | undefined {
  try {
    return keptOf(body)
  } catch (error) {
    report(error)
    return undefined
  }
}

function end(file: InstanceType<typeof Database>, report: (error: unknown) => void): void {
  try {
    file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // The disk may be full. Do not throw: the messages are still in the `-wal` file, and the caller has yet to close
    // the accounts' database.
    report(error)
  } finally {
    file.close()
  }
}

/**
 * Opens the journal beside an SQLite database.
 * @param database the path of the database beside which the journal is; who opens the journal must have that database's
 *   lock, which protects the journal too
 * @param lost called, at most once in 30 s, when a commit or the closing of the file failed, or a stored message cannot
 *   be parsed. After a failed commit, `keep` rejects, a client may get a message twice, and deleted messages may stay
 *   in the file for longer
 * @throws Error for a file that is no database
 */
export function openFileJournal(database: string, lost: (error: Error) => void): Journal {
  const file = openJournalFile(journalPath(database))
  const write = prepare(file)
  const report = createReport(lost)
  /** The number of each kept message, by the message's name. */
  const ids = new Map<string, number>()
  let next = 1
  let batch = newBatch()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const flush = () => {
    const written = batch
    clearTimeout(timer)
    ;[batch, timer] = [newBatch(), undefined]
    try {
      write(written)
      for (const { done } of written.waiting) done()
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause))
      report(error)
      for (const { failed } of written.waiting) failed(error)
    }
  }
  const flushSoon = () => void (timer ??= setTimeout(flush, PAUSE))
  return {
    keep: (messages, owner) =>
      new Promise((done, failed) => {
        if (isClosed) return failed(new Error('The relay has stopped'))
        for (const kept of messages) {
          ids.set(nameOf(kept), next)
          batch.keep.push({ id: next++, kept, owner })
        }
        batch.waiting.push({ done, failed })
        flushSoon()
      }),
    arrive(place, client) {
      const id = ids.get(nameOf(place))
      if (id === undefined || isClosed) return
      batch.arrive.push({ id, client })
      flushSoon()
    },
    forget(place) {
      const id = ids.get(nameOf(place))
      if (id === undefined || isClosed) return
      ids.delete(nameOf(place))
      batch.forget.add(id)
      flushSoon()
    },
    async follow(tell) {
      const places = new Map<number, Place>()
      for (const { id, owner, body } of rowsOf(file)) {
        next = id + 1
        const kept = read(body, report)
        if (!kept) continue
        ids.set(nameOf(kept), id)
        places.set(id, { topic: kept.topic, key: kept.key })
        tell({ does: 'keep', kept, owner })
      }
      const arrived = file.prepare('select id, client from arrived').all() as { id: number; client: string }[]
      for (const { id, client } of arrived) {
        const place = places.get(id)
        if (place) tell({ does: 'arrive', place, client })
      }
    },
    close() {
      if (isClosed) return
      flush()
      isClosed = true
      end(file, report)
    },
  }
}
