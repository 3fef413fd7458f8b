/** Locked keys in every store of the login service: a part of the suite of `conformance.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import type { User } from '../../../sandbox/login/database.ts'
import { fileStore } from '../../../sandbox/login/fileStore.ts'
import type { Store } from '../../../sandbox/login/store.ts'
import { openPostgres } from '../../../server/store/postgres.ts'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { sqlStore } from '../../../server/store/sqlStore.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { atOnce, deletedOf, type Kind, lockedOf, proofOf, sessionOf, userOf } from './people.ts'

const folder = mkdtempSync(join(tmpdir(), 'locked-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

let postgres: TestPostgres | undefined
const hasPostgres = (await findPostgres()) !== undefined
if (!hasPostgres) it.skip(`PostgreSQL ${POSTGRES_ADVICE}`)
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

let places = 0
const path = async () => join(folder, String(++places))
const kinds: Kind[] = [
  { name: 'a file', place: path, open: async (place) => fileStore(place) },
  { name: 'SQLite', place: path, open: async (place) => sqlStore(await openSqlite(place)) },
  {
    ...{ name: 'PostgreSQL', place: async () => postgres?.create() ?? '', hasProcesses: true },
    open: async (place: string) => sqlStore(await openPostgres(place, { upgrade: true })),
  },
]

describe.each(kinds.slice(0, hasPostgres ? 3 : 2))('a store in $name', ({ place, open, hasProcesses }) => {
  /** A new store with what opens it again, as a new process or a second one would. */
  const fresh = async () => {
    const at = await place()
    const first = await open(at)
    return { store: first, at }
  }
  const added = async (store: Store, about: Partial<User> = {}) => {
    const user = userOf(about)
    expect(await store.addUser(user)).toBe(true)
    return user
  }

  it('are locked for their owner only, who is still signed in, with the event', async () => {
    const { store, at } = await fresh()
    const [user, other] = [await added(store), await added(store)]
    const [own, theirs] = [sessionOf(user), sessionOf(other)]
    await store.addSession(own, proofOf(user))
    await store.addSession(theirs, proofOf(other))
    const locked = lockedOf(user.keys)
    const event = { at: 1, kind: 'locked', user: user.id } as const
    const change = (session: string, epoch: number, before = user.keys) =>
      store.setKeys(user.id, before, locked, { session, epoch, event })
    expect(await change(theirs.token, 0)).toBe(false)
    expect(await change('nothing', 0)).toBe(false)
    expect(await change(own.token, 1)).toBe(false)
    expect(await change(own.token, 0, locked)).toBe(false)
    expect(await store.events(9, user.id)).toEqual([])
    expect((await store.userById(user.id))?.keys).toEqual(user.keys)
    expect(await change(own.token, 0)).toBe(true)
    expect(await store.events(9, user.id)).toEqual([event])
    // A rotation of the service's key leaves the lock as it is, and needs no session.
    const rotated = { ...locked, locked: { ...locked.locked, key: 'k2' } } as User['keys']
    expect(await store.setKeys(user.id, locked, rotated)).toBe(true)
    expect((await store.userById(user.id))?.keys).toEqual(rotated)
    await store.endSession(own.token)
    expect(await store.setKeys(user.id, rotated, user.keys, { session: own.token, epoch: 0 })).toBe(false)
    await store.close()
    const again = await open(at)
    expect((await again.userById(user.id))?.keys).toEqual(rotated)
    await again.close()
  })

  it('are deleted and restored with their lock', async () => {
    const { store } = await fresh()
    const user = await added(store, { keys: lockedOf(userOf().keys) })
    const kept = deletedOf()
    expect(await store.deleteUser({ ...user, keys: userOf().keys }, [], [kept])).toBe('changed')
    expect(await store.deleteUser(user, [], [kept])).toBe('done')
    expect(await store.restoreUser(kept.token, user, [])).toBe('done')
    expect(await store.userById(user.id)).toEqual(user)
    await store.close()
  })

  it('are changed by one of many changes at once, also of several processes', async () => {
    const { store, at } = await fresh()
    const other = hasProcesses ? await open(at) : store
    const user = await added(store)
    const own = sessionOf(user)
    await store.addSession(own, proofOf(user))
    const by = { session: own.token, epoch: 0 }
    const ends = await atOnce([store, other], 4, (each, place) => {
      const keys = lockedOf(user.keys)
      return each.setKeys(user.id, user.keys, { ...keys, locked: { ...keys.locked, tag: `t${place}` } }, by)
    })
    expect(ends.filter(Boolean)).toHaveLength(1)
    if (other !== store) await other.close()
    await store.close()
  })
})
