/** Backups and sign-ins with a wallet: a session that was ended after a backup must not come back with it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import { openThere } from '../../../server/store/database.ts'
import { openPostgres } from '../../../server/store/postgres.ts'
import { signInStore } from '../../../server/store/signIns.ts'
import { NOT_COPIED } from '../../../server/store/copy.ts'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { backup, restore } from '../../../server/verbs/backup.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'

const MESSAGE = 'example.com wants you to sign in'
const folder = mkdtempSync(join(tmpdir(), 'sign-ins-backup-'))
const hasPostgres = (await findPostgres()) !== undefined
if (!hasPostgres) it.skip(`PostgreSQL ${POSTGRES_ADVICE}`)
let postgres: TestPostgres | undefined
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true })
})

let places = 0
const place = () => join(folder, String(++places))
const kinds = [
  { name: 'SQLite', make: place, open: openSqlite },
  ...(hasPostgres
    ? [
        {
          name: 'PostgreSQL',
          make: () => postgres?.create() ?? '',
          open: (url: string) => openPostgres(url, { upgrade: true }),
        },
      ]
    : []),
]
const rowsIn = async (path: string) => {
  const db = await openThere(path)
  const rows = await db.selectFrom('signins').selectAll().execute()
  await db.destroy()
  return rows
}

describe.each(kinds)('a database in $name', ({ make, open }) => {
  it('leaves its sign-ins out of a backup, also out of its bytes', async () => {
    const database = make()
    const db = await open(database)
    await signInStore(db)('https://example.com').set('session:a', MESSAGE, 60)
    await db.destroy()
    const copy = place()
    await backup(database, copy)
    expect(await rowsIn(copy)).toEqual([])
    expect(readFileSync(copy).includes(MESSAGE)).toBe(false)
    expect(await rowsIn(database)).toHaveLength(1)
    await expect(restore(copy, database)).rejects.toThrow('nothing is overwritten')
  })
})

it('a backup of a version that had no sign-ins is restored', async () => {
  const old = place()
  const db = await openSqlite(old)
  // It had none of the later tables either.
  for (const table of ['signins', ...NOT_COPIED.filter((name) => name.startsWith('index_'))])
    await db.schema.dropTable(table).execute()
  const all = db.withTables<{ kysely_migration: { name: string } }>()
  await all.deleteFrom('kysely_migration').where('name', '>=', '0004_signins').execute()
  await db.destroy()
  const restored = place()
  expect(await restore(old, restored)).toBe(0)
  expect(await rowsIn(restored)).toEqual([])
})
