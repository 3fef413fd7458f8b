/** One suite for the store of what was read of the networks, in both databases, as several processes use it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import { type IndexedRow, indexStore, LeaseLost } from '../../../server/store/indexed.ts'
import { openPostgres } from '../../../server/store/postgres.ts'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'

const NET = 'eip155:1'
const [ADA, BOB] = ['0xada', '0xb0b']
const folder = mkdtempSync(join(tmpdir(), 'indexed-'))
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

const row = (block: number, place: number, more: Partial<IndexedRow> = {}): IndexedRow => ({
  ...{ account: ADA, block, place, hash: `0x${block}${place}`, isStrange: false, value: `${block}/${place}` },
  ...{ contracts: [], ...more },
})

describe.each(kinds)('an index in $name', ({ open }) => {
  let opened: Db[] = []
  let time = 1_000_000
  beforeEach(async () => {
    time = 1_000_000
    opened = await open()
  })
  afterEach(async () => {
    for (const db of new Set(opened)) await db.destroy()
  })
  /** The stores of two processes. */
  const stores = (most = 3) => {
    const [first, second] = opened.map((db) => indexStore(db, { most, now: () => time }))
    if (!first || !second) throw new Error('There are two')
    return [first, second] as const
  }
  const values = async (account = ADA, before?: { block: number; place: number }, size = 10) =>
    (await stores()[0].page(NET, account, before, size)).map(({ value }) => value)

  it('is written by one process at a time, and by another after it has ended or stopped renewing', async () => {
    const [one, two] = stores()
    expect(await one.claim(NET, 'one')).toBe(true)
    expect(await two.claim(NET, 'two')).toBe(false)
    expect(await two.claim('eip155:10', 'two')).toBe(true)
    expect(await one.claim(NET, 'one')).toBe(true)
    time += 30_001
    expect(await two.claim(NET, 'two')).toBe(true)
    // The one that was too slow writes nothing.
    const late = one.followed(NET, 'one', [row(5, 0)], { block: 5, hash: '0x5' })
    await expect(late).rejects.toBeInstanceOf(LeaseLost)
    expect(await two.marks(NET)).toEqual([])
    expect(await values()).toEqual([])
    await two.release(NET, 'two')
    expect(await one.claim(NET, 'one')).toBe(true)
  })

  it('gives the lease to one of many that want it at once', async () => {
    const [one, two] = stores()
    const won = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).claim(NET, `process ${at}`)),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
  })

  it('has rows page by page, the newest first, also inside of a block', async () => {
    const [one, two] = stores()
    await one.claim(NET, 'one')
    const rows = [row(7, 0), row(7, 1), row(7, 12), row(9, 0), row(10, 3), row(7, 1, { account: BOB })]
    for (const account of [ADA, BOB]) await one.watch(NET, account)
    await one.begun(NET, 'one', [ADA], 7)
    await one.followed(NET, 'one', rows, { block: 10, hash: '0xa' })
    // The same again, as after an answer that was lost.
    await one.filled(NET, 'one', rows, { account: ADA, low: 1, native: 1 }, { before: 7 })
    expect(await values()).toEqual(['10/3', '9/0', '7/12', '7/1', '7/0'])
    expect(await values(ADA, undefined, 3)).toEqual(['10/3', '9/0', '7/12'])
    expect(await values(ADA, { block: 7, place: 12 })).toEqual(['7/1', '7/0'])
    expect(await values(BOB)).toEqual(['7/1'])
    expect(await two.page('eip155:10', ADA, undefined, 10)).toEqual([])
  })

  it('writes nothing older for an account that is no longer read from the same block on', async () => {
    const [one] = stores()
    await one.claim(NET, 'one')
    await one.watch(NET, ADA)
    await one.begun(NET, 'one', [ADA], 7)
    await one.rolledBack(NET, 'one', -1)
    const late = one.filled(NET, 'one', [row(3, 0)], { account: ADA, low: 3, native: 3 }, { before: 7 })
    await expect(late).rejects.toBeInstanceOf(LeaseLost)
    expect(await values()).toEqual([])
    expect(await one.watched(NET)).toEqual([{ account: ADA, low: undefined, native: undefined }])
  })

  it('knows from where on all of the native currency has been read, while a part of it cannot be and after', async () => {
    const [one] = stores()
    await one.claim(NET, 'one')
    await one.watch(NET, ADA)
    await one.begun(NET, 'one', [ADA], 5, null)
    const nativeOf = async () => (await one.watchedOne(NET, ADA))?.native
    expect(await nativeOf()).toBeUndefined()
    for (const [block, native, expected] of [
      [6, 6, 6],
      [7, 7, 6],
      [8, null, undefined],
      [9, 9, 9],
    ] as const) {
      await one.followed(NET, 'one', [], { block, hash: `0x${block}` }, { accounts: [ADA], native })
      expect(await nativeOf()).toBe(expected)
    }
  })

  it('takes back what was read above a block, and reads those accounts again from there', async () => {
    const [one] = stores()
    await one.claim(NET, 'one')
    for (const account of [ADA, BOB]) await one.watch(NET, account)
    await one.begun(NET, 'one', [ADA], 5)
    await one.begun(NET, 'one', [BOB], 9)
    await one.followed(NET, 'one', [row(6, 0)], { block: 6, hash: '0x6' })
    await one.followed(NET, 'one', [row(9, 0), row(9, 1, { account: BOB })], { block: 9, hash: '0x9' })
    await one.rolledBack(NET, 'one', 6)
    expect(await one.marks(NET)).toEqual([{ block: 6, hash: '0x6' }])
    expect([await values(ADA), await values(BOB)]).toEqual([['6/0'], []])
    expect(await one.watched(NET)).toEqual([
      { account: ADA, low: 5, native: 5 },
      { account: BOB, low: 7, native: 7 },
    ])
    await one.rolledBack(NET, 'one', -1)
    expect(await one.watched(NET)).toEqual([
      { account: ADA, low: undefined, native: undefined },
      { account: BOB, low: undefined, native: undefined },
    ])
    expect(await values()).toEqual([])
  })

  it('keeps the newest blocks by which a change of the chain is seen', async () => {
    const [one] = stores()
    await one.claim(NET, 'one')
    for (let block = 1; block <= 70; block += 1) await one.followed(NET, 'one', [], { block, hash: `0x${block}` })
    const marks = await one.marks(NET)
    expect(marks).toHaveLength(64)
    expect([marks[0]?.block, marks.at(-1)?.block]).toEqual([70, 7])
  })

  it('watches so many accounts, forgets those that no page asks for any more, and never those of the config', async () => {
    const [one, two] = stores(3)
    await one.watchNamed(NET, ['0xnamed'])
    expect(await one.watch(NET, ADA)).toBe(true)
    expect(await two.watch(NET, ADA)).toBe(false)
    expect(await one.watch(NET, BOB)).toBe(true)
    expect(await one.watch(NET, '0xeve')).toBeUndefined()
    expect(await one.watch('eip155:10', '0xeve')).toBe(true)
    await one.claim(NET, 'one')
    const rows = [row(4, 0, { contracts: ['0xt'] }), row(4, 1, { account: BOB, contracts: ['0xt'] })]
    await one.followed(NET, 'one', rows, { block: 4, hash: '0x4' })
    time += 20 * 86_400_000
    expect(await one.watch(NET, BOB)).toBe(false)
    time += 20 * 86_400_000
    expect(await one.watch(NET, '0xeve')).toBe(true)
    expect((await one.watched(NET)).map(({ account }) => account)).toEqual(['0xb0b', '0xeve', '0xnamed'])
    // Nothing of the forgotten one is left.
    expect([await values(ADA), await one.contracts(NET, ADA)]).toEqual([[], []])
    expect([await values(BOB), await one.contracts(NET, BOB)]).toEqual([['4/1'], ['0xt']])
    // Nor is anything written by a step that began to read it before.
    await one.claim(NET, 'one')
    await one.followed(NET, 'one', [row(5, 0, { contracts: ['0xt'] })], { block: 5, hash: '0x5' })
    expect([await values(ADA), await one.contracts(NET, ADA)]).toEqual([[], []])
  })

  it('forgets an account that the config names no more, after its time', async () => {
    const [one] = stores(1)
    const watched = async () => (await one.watched(NET)).map(({ account }) => account)
    await one.watchNamed(NET, [ADA, BOB])
    time += 40 * 86_400_000
    await one.watchNamed(NET, [BOB])
    expect(await one.watch(NET, '0xeve')).toBeUndefined()
    expect(await watched()).toEqual([ADA, BOB].sort())
    time += 40 * 86_400_000
    expect(await one.watch(NET, '0xeve')).toBeUndefined()
    expect(await watched()).toEqual([BOB])
    await one.watchNamed(NET, [])
    time += 40 * 86_400_000
    expect(await one.watch(NET, '0xeve')).toBe(true)
    expect(await watched()).toEqual(['0xeve'])
  })

  it('counts what strangers wrote, and has so many of their tokens', async () => {
    const [one] = stores()
    await one.claim(NET, 'one')
    await one.watch(NET, ADA)
    const many = Array.from({ length: 150 }, (_, at) =>
      row(1, at, { isStrange: at > 0, contracts: [`0x${at}`, `0x${at}b`] }),
    )
    await one.followed(NET, 'one', many, { block: 1, hash: '0x1' })
    expect(await one.strange(NET)).toEqual(new Map([[ADA, 149]]))
    expect(await one.contracts(NET, ADA)).toHaveLength(100)
    // The account's own tokens have places that strangers cannot take.
    const own = Array.from({ length: 110 }, (_, at) => `0xown${at}`)
    await one.followed(NET, 'one', [row(2, 0, { contracts: own })], { block: 2, hash: '0x2' })
    expect(await one.contracts(NET, ADA)).toHaveLength(200)
    await one.followed(NET, 'one', [row(3, 0, { contracts: ['0xlate'] })], { block: 3, hash: '0x3' })
    expect(await one.contracts(NET, ADA)).toHaveLength(200)
  })
})
