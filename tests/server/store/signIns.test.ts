/** One suite for the store of sign-ins in both databases, as several processes use it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import { openPostgres } from '../../../server/store/postgres.ts'
import { signInStore } from '../../../server/store/signIns.ts'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { sqlStore } from '../../../server/store/sqlStore.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'

const SITE = 'https://example.com'
const folder = mkdtempSync(join(tmpdir(), 'sign-ins-'))
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

type Db = Awaited<ReturnType<typeof openSqlite>>
let time = 1_000_000
const now = () => time
let places = 0
const kinds: { name: string; open: () => Promise<Db[]> }[] = [
  {
    name: 'SQLite',
    async open() {
      const one = await openSqlite(join(folder, String(++places)))
      return [one, one]
    },
  },
  ...(hasPostgres
    ? [
        {
          name: 'PostgreSQL',
          async open() {
            const url = postgres?.create() ?? ''
            return [await openPostgres(url, { upgrade: true }), await openPostgres(url, { upgrade: true })]
          },
        },
      ]
    : []),
]

describe.each(kinds)('sign-ins in $name', ({ open }) => {
  let opened: Db[] = []
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(async () => {
    for (const db of new Set(opened)) await db.destroy()
  })
  /** The stores of a site in two processes. */
  const stores = (most?: number, site = SITE) => {
    const [one, two] = opened.map((db) => signInStore(db, { now, ...(most !== undefined && { most }) })(site))
    if (!one || !two) throw new Error('There are two')
    return [one, two] as const
  }

  it('are found in each process until they end, and replaced by a later one', async () => {
    const [one, two] = stores()
    expect(await two.get('session:a')).toBeUndefined()
    await one.set('session:a', 'Ada ✓ "\'\\', 2)
    expect(await two.get('session:a')).toBe('Ada ✓ "\'\\')
    await two.set('session:a', 'Bob', 3)
    expect(await one.get('session:a')).toBe('Bob')
    time += 2_999
    expect(await one.get('session:a')).toBe('Bob')
    time += 1
    expect([await one.get('session:a'), await two.take('session:a')]).toEqual([undefined, undefined])
    await one.set('session:a', 'Eve', 1)
    expect(await two.get('session:a')).toBe('Eve')
  })

  it('are taken by one of 50 that try at once', async () => {
    const all = stores()
    for (let round = 0; round < 5; round++) {
      const key = `nonce:${round}`
      await all[0].set(key, '1', 60)
      const taken = await Promise.all(Array.from({ length: 50 }, (_, at) => all[at % 2 ? 1 : 0].take(key)))
      expect(taken.filter((value) => value !== undefined)).toEqual(['1'])
      expect(await all[1].get(key)).toBeUndefined()
    }
  })

  it('are set by many at once without an error, and one of them counts', async () => {
    const all = stores()
    await Promise.all(Array.from({ length: 50 }, (_, at) => all[at % 2 ? 1 : 0].set('session:a', String(at), 60)))
    expect(await all[0].get('session:a')).toMatch(/^\d+$/)
  })

  it('of one site are unknown at another', async () => {
    const [one] = stores()
    const [other] = stores(undefined, 'https://example.org')
    await one.set('session:a', 'Ada', 60)
    expect([await other.get('session:a'), await other.take('session:a')]).toEqual([undefined, undefined])
    expect(await one.take('session:a')).toBe('Ada')
  })

  it('have a limit of each kind, end none of others at it, and are taken again once some have ended', async () => {
    const [one, two] = stores(10)
    for (let each = 0; each < 9; each++) await one.set(`session:${each}`, 'x', each < 2 ? 100 : 200)
    await one.set('session:9', 'x', 200)
    await expect(one.set('session:new', 'x', 60)).rejects.toThrow('too many sign-ins (session)')
    await expect(two.set('session:new', 'x', 60)).rejects.toThrow('too many sign-ins (session)')
    await one.set('nonce:1', '1', 60)
    for (let each = 0; each < 10; each++) expect(await two.get(`session:${each}`)).toBe('x')
    // Who has a session gets a new one in its place.
    await one.take('session:9')
    await one.set('session:new', 'x', 200)
    await expect(one.set('session:newer', 'x', 60)).rejects.toThrow('too many')
    time += 100_000
    await one.set('session:newer', 'x', 60)
    await two.set('session:newest', 'x', 60)
  })

  it('count for more the longer they are', async () => {
    const [one] = stores(10)
    await one.set('session:long', 'x'.repeat(18_001), 60)
    await expect(one.set('session:next', 'x', 60)).rejects.toThrow('too many')
    await expect(one.set('nonce:long', 'x'.repeat(20_001), 60)).rejects.toThrow('too many')
  })

  it('are erased once they have ended, with what else is', async () => {
    const [one] = stores()
    const [db] = opened
    if (!db) throw new Error('There are two')
    await one.set('session:a', 'x', 1)
    await one.set('session:b', 'x', 60)
    time += 1_001
    await sqlStore(db).erase(time)
    expect(await db.selectFrom('signins').select('kind').execute()).toHaveLength(1)
    expect(await one.get('session:b')).toBe('x')
  })

  it('have no key of a store in their rows', async () => {
    const [one] = stores()
    const [db] = opened
    await one.set('nonce:abcdefgh12345678', '1', 60)
    await one.set('session:the-hash-of-a-token', 'x', 60)
    const rows = await db?.selectFrom('signins').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/abcdefgh|the-hash/)
  })
})
