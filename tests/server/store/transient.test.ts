/** One suite for the stores of short-lived data: in memory, in a table, and in a Redis that several processes share. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import { number, object, text } from '../../../runtime/auth/shape.ts'
import { createCodes } from '../../../sandbox/login/codes.ts'
import { createLimits, limitRules } from '../../../sandbox/login/limits.ts'
import { memoryTransient, put, take, type Transient } from '../../../sandbox/login/transient.ts'
import { openPostgres } from '../../../server/store/postgres.ts'
import { openRedis, type Redis } from '../../../server/store/redis.ts'
import { redisTransient } from '../../../server/store/redisTransient.ts'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { sqlTransient } from '../../../server/store/sqlTransient.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { startRedis, type TestRedis } from '../../support/redis.ts'

const SECRET = Buffer.alloc(32, 7)
const folder = mkdtempSync(join(tmpdir(), 'transient-'))
const hasPostgres = (await findPostgres()) !== undefined
if (!hasPostgres) it.skip(`PostgreSQL ${POSTGRES_ADVICE}`)
let postgres: TestPostgres | undefined
let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
  if (hasPostgres) postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  await redis?.stop()
  rmSync(folder, { recursive: true })
})

type Db = Awaited<ReturnType<typeof openSqlite>>
const opened: Db[] = []
const connected: Redis[] = []
afterEach(async () => {
  for (const each of connected.splice(0)) each.close()
  for (const db of opened.splice(0)) await db.destroy()
})
const kept = (db: Db) => {
  opened.push(db)
  return db
}

let time = 1_000_000
const now = () => time
let places = 0
/** A kind of store, as three processes see it; the same one three times if only one process may use it. */
type Kind = { name: string; processes: () => Promise<Transient[]> }
const kinds: Kind[] = [
  {
    name: 'memory',
    async processes() {
      const one = memoryTransient(now)
      return [one, one, one]
    },
  },
  {
    name: 'SQLite',
    async processes() {
      const one = sqlTransient(kept(await openSqlite(join(folder, String(++places)))), SECRET, now)
      return [one, one, one]
    },
  },
  ...(hasPostgres
    ? [
        {
          name: 'PostgreSQL',
          async processes() {
            const url = postgres?.create() ?? ''
            const all = []
            for (let each = 0; each < 3; each++)
              all.push(sqlTransient(kept(await openPostgres(url, { upgrade: true })), SECRET, now))
            return all
          },
        },
      ]
    : []),
  {
    name: 'Redis',
    async processes() {
      const address = redis.create()
      const all = []
      for (let each = 0; each < 3; each++) {
        const one = await openRedis(address)
        connected.push(one)
        all.push(redisTransient(one, SECRET, now))
      }
      return all
    },
  },
]

const shape = object({ count: number })
const views = async (kind: Kind) => (await kind.processes()).map((transient) => transient.collection('things', shape))
const entry = (count: number, about?: string) => ({
  value: { count },
  until: time + 1000,
  ...(about !== undefined && { about }),
})

describe.each(kinds)('short-lived data, in $name', (kind) => {
  it('is found in every process until it ends, and then is erased', async () => {
    const [transient, other] = await kind.processes()
    const [one, two] = [transient, other].map((each) => each?.collection('things', shape))
    if (!one || !two || !transient) throw new Error('There are three')
    await put(one, 'a', entry(1))
    await put(transient.collection('others', shape), 'a', entry(9))
    expect(await two.get('a')).toEqual({ count: 1 })
    time += 1000
    expect(await two.get('a')).toEqual({ count: 1 })
    time += 1
    expect(await two.get('a')).toBeUndefined()
    expect(await two.update(['a'], ([found]) => ({ next: [entry(3)], result: found }))).toBeUndefined()
    await transient.erase()
    expect(await two.get('a')).toEqual({ count: 3 })
  })

  it('is taken once, and removed by what it is about', async () => {
    const [one, two] = await views(kind)
    if (!one || !two) throw new Error('There are three')
    await put(one, 'a', entry(1, 'ada'))
    await put(one, 'b', entry(2, 'ada'))
    await put(one, 'c', entry(3, 'bob'))
    await put(one, 'd', entry(4))
    const all = [one, two]
    const taken = await Promise.all(Array.from({ length: 8 }, (_, at) => take(all[at % 2] ?? one, 'a')))
    expect(taken.filter(Boolean)).toEqual([{ count: 1 }])
    await two.drop('ada')
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => one.get(key)))).toEqual([
      ...[undefined, undefined, { count: 3 }, { count: 4 }],
    ])
    await two.clear()
    expect(await one.get('c')).toBeUndefined()
  })

  it('loses no change of many at once, whatever the order of their keys', async () => {
    const all = await views(kind)
    const [one] = all
    const add = (at: number) => {
      const keys = at % 2 ? ['a', 'b'] : ['b', 'a']
      return all[at % 3]?.update(keys, (found) => ({
        next: found.map((each) => entry((each?.count ?? 0) + 1)),
        result: undefined,
      }))
    }
    await Promise.all(Array.from({ length: 60 }, async (_, at) => add(at)))
    expect(await one?.get('a')).toEqual({ count: 60 })
    expect(await one?.get('b')).toEqual({ count: 60 })
  })

  it('lets a code in once, and five wrong ones, however many processes get them at once', async () => {
    const all = (await kind.processes()).map((transient) => {
      const limits = createLimits(() => limitRules, transient, now)
      const rules = () => ({ codeTtl: 600_000, tries: 5 })
      return createCodes({ rules, limits, transient, now, pepper: SECRET })
    })
    const [first] = all
    if (!first) throw new Error('There are three')
    const attempts = (otp: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, async (_, at) =>
          all[at % 3]?.use('frame', 'login', otp).catch((error: Error) => error.message),
        ),
      )
    const code = await first.make('frame', 'login', 'ada@example.com', { ip: '192.0.2.1' })
    const uses = await attempts(code, 9)
    expect(uses.filter((each) => each === 'ada@example.com')).toHaveLength(1)
    const next = await first.make('frame', 'login', 'ada@example.com', { ip: '192.0.2.1' })
    const wrong = await attempts('wrong', 12)
    expect(wrong.filter((each) => each === 'Invalid code. Try again.')).toHaveLength(4)
    expect((await attempts(next, 3)).filter((each) => each === 'ada@example.com')).toEqual([])
  })

  it('has one count of mails, frames and wrong codes for all processes', async () => {
    const rules = { ...limitRules, resendAfter: 0, perHour: 5, framesPerIp: 7, wrongPerIp: 3 }
    const all = (await kind.processes()).map((transient) => createLimits(() => rules, transient, now))
    const allowed = async (work: (limits: (typeof all)[number], at: number) => Promise<unknown>) => {
      const ends = await Promise.all(
        Array.from({ length: 15 }, async (_, at) => {
          const limits = all[at % 3]
          return (
            limits &&
            work(limits, at).then(
              () => true,
              () => false,
            )
          )
        }),
      )
      return ends.filter(Boolean).length
    }
    const ip = '192.0.2.2'
    expect(await allowed((limits, at) => limits.mail({ id: `frame${at}`, ip }, 'ada@example.com'))).toBe(5)
    expect(await allowed((limits) => limits.open(ip))).toBe(7)
    expect(await allowed((limits) => limits.attempt('ada@example.com', { ip }))).toBe(3)
    time += 3_700_000
    expect(await allowed((limits) => limits.open(ip))).toBe(7)
  })
})

describe('the table', () => {
  it('tells neither who was here nor from where', async () => {
    const db = kept(await openSqlite(join(folder, 'told')))
    const transient = sqlTransient(db, SECRET, now)
    const limits = createLimits(() => limitRules, transient, now)
    await limits.mail({ id: 'frame', ip: '192.0.2.7' }, 'ada@example.com')
    const people = transient.collection('people', object({ email: text, ip: text }))
    const ada = { email: 'ada@example.com', ip: '192.0.2.7' }
    await put(people, 'a frame', { value: ada, until: time + 1_000 })
    expect(await people.get('a frame')).toEqual(ada)
    const rows = JSON.stringify(await db.selectFrom('transient').selectAll().execute())
    expect(rows).toContain('mails')
    for (const told of ['ada', '192.0.2.7']) expect(rows).not.toContain(told)
  })

  it('that somebody changed is an error that names the column, and nothing of the content', async () => {
    const db = kept(await openSqlite(join(folder, 'changed')))
    const things = sqlTransient(db, SECRET, now).collection('things', shape)
    await put(things, 'a', entry(1))
    await db.updateTable('transient').set({ value: '{"count":"secret"}' }).execute()
    await expect(things.get('a')).rejects.toThrow(/^transient\.things cannot be read/)
  })
})
