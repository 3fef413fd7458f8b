/** One suite for every store of the login service, because all must behave alike. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import type { User } from '../../../sandbox/login/database.ts'
import { fileStore } from '../../../sandbox/login/fileStore.ts'
import type { Store } from '../../../sandbox/login/store.ts'
import { openPostgres } from '../../../server/store/postgres.ts'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { sqlStore } from '../../../server/store/sqlStore.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { addLogin, atOnce, box, changeOf, deletedOf, type Kind, proofOf, rounds, sessionOf, userOf } from './people.ts'

const folder = mkdtempSync(join(tmpdir(), 'store-'))
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
const address = async () => postgres?.create() ?? ''
const kinds: Kind[] = [
  { name: 'a file', place: path, open: async (place) => fileStore(place) },
  { name: 'SQLite', place: path, open: async (place) => sqlStore(await openSqlite(place)) },
  ...(hasPostgres
    ? [
        {
          ...{ name: 'PostgreSQL', place: address, hasProcesses: true },
          open: async (place: string) => sqlStore(await openPostgres(place, { upgrade: true })),
        },
      ]
    : []),
]

describe.each(kinds)('a store in $name', ({ place, open, hasProcesses = false }) => {
  const opened: Store[] = []
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })
  /** A new store, and a function that opens it again as a new process would. */
  const fresh = async () => {
    const at = await place()
    const reopen = async () => {
      const store = await open(at)
      opened.push(store)
      return store
    }
    let store = await reopen()
    return {
      store: () => store,
      again: async () => {
        await opened.pop()?.close()
        store = await reopen()
        return store
      },
      /** The store as three processes open it, or the same one three times if only one process may. */
      processes: async () => (hasProcesses ? [store, await reopen(), await reopen()] : [store, store, store]),
    }
  }
  const added = async (store: Store, about: Partial<User> = {}) => {
    const user = userOf(about)
    expect(await store.addUser(user)).toBe(true)
    return user
  }

  it('finds an account by id, address and login, also after it was opened again', async () => {
    const { store, again } = await fresh()
    const user = await added(store(), { name: 'Ada', logins: ['google:2', 'github:1'] })
    for (const reopen of [false, true]) {
      const each = reopen ? await again() : store()
      expect(await each.userById(user.id)).toEqual(user)
      expect(await each.userByEmail(user.email ?? '')).toEqual(user)
      expect(await each.userByLogin('github:1')).toEqual(user)
      expect(await each.userById('nobody')).toBeUndefined()
      expect(await each.userByEmail('nobody@example.com')).toBeUndefined()
      expect(await each.userByLogin('google:9')).toBeUndefined()
    }
  })

  it('adds no second account with an id, an address or a login, and nothing of it', async () => {
    const { store } = await fresh()
    const user = await added(store(), { logins: ['google:1'] })
    const same = [{ id: user.id }, { email: user.email }, { logins: ['x:1', 'google:1'] }]
    for (const about of same) expect(await store().addUser(userOf(about))).toBe(false)
    expect(await store().usersAfter('', 10)).toEqual([user])
    expect(await store().userByLogin('x:1')).toBeUndefined()
    // Without a mail address, accounts have nothing that must be unique.
    await added(store(), { email: null })
    await added(store(), { email: null })
  })

  it('gives one of many requests at once the address', async () => {
    const { store } = await fresh()
    const all = Array.from({ length: 12 }, () => userOf({ email: 'one@example.com' }))
    const outcomes = await Promise.all(all.map((user) => store().addUser(user)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await store().usersAfter('', 20)).toHaveLength(1)
  })

  it('keeps what a caller has apart from what is stored', async () => {
    const { store } = await fresh()
    const user = await added(store(), { logins: ['google:1'] })
    user.logins.push('google:2')
    const found = await store().userById(user.id)
    found?.logins.push('google:3')
    expect((await store().userById(user.id))?.logins).toEqual(['google:1'])
  })

  it('adds a login once, unless it is another account’s', async () => {
    const { store } = await fresh()
    const [user, other] = [await added(store()), await added(store(), { logins: ['google:1'] })]
    const ada = { name: 'Ada', logins: ['google:2'] }
    for (const name of ['Ada', null]) expect(await addLogin(store(), user, 'google:2', name)).toMatchObject(ada)
    expect(await addLogin(store(), user, 'google:1', 'Eve')).toBeUndefined()
    expect(await addLogin(store(), userOf(), 'google:4', 'Eve')).toBeUndefined()
    expect(await store().userByLogin('google:1')).toEqual(other)
    expect(await store().userById(user.id)).toMatchObject(ada)
  })

  it('changes an address only from the one that the caller knows, and to a free one', async () => {
    const { store, again } = await fresh()
    const [user, other] = [await added(store()), await added(store())]
    expect(await store().setEmail(user.id, 'old@example.com', 'new@x.org')).toBe('changed')
    expect(await store().setEmail('nobody', null, 'new@x.org')).toBe('changed')
    expect(await store().setEmail(user.id, user.email, other.email ?? '')).toBe('taken')
    expect(await store().userById(user.id)).toEqual(user)
    expect(await store().setEmail(user.id, user.email, 'new@x.org')).toBe('done')
    expect(await (await again()).userByEmail('new@x.org')).toEqual({ ...user, email: 'new@x.org', epoch: 1 })
    expect(await store().userByEmail(user.email ?? '')).toBeUndefined()
  })

  it('changes the preferred account and the keys, the keys only if they are the known ones', async () => {
    const { store } = await fresh()
    const user = await added(store())
    const keys = { ...user.keys, key: 'k2', wrapped: 'w2' } as User['keys']
    await store().setPreferred(user.id, 'smartAccount')
    expect(await store().setKeys(user.id, keys, user.keys)).toBe(false)
    expect(await store().setKeys(user.id, user.keys, keys)).toBe(true)
    expect(await store().userById(user.id)).toEqual({ ...user, keys, preferred: 'smartAccount' })
    const old = await added(store(), { keys: box() })
    expect((await store().userById(old.id))?.keys).toEqual(box())
  })

  it('lists accounts page by page', async () => {
    const { store } = await fresh()
    const users = [await added(store()), await added(store()), await added(store())]
    const [first, second] = users
    expect(await store().usersAfter('', 2)).toEqual([first, second])
    expect(await store().usersAfter(second?.id ?? '', 2)).toEqual([users[2]])
  })

  it('keeps logins of an account, and marks it as known', async () => {
    const { store, again } = await fresh()
    const user = await added(store())
    const [one, two] = [sessionOf(user), sessionOf(user, { device: 'd', browser: 'Chrome, Linux' })]
    for (const each of [one, two]) expect(await store().addSession(each, proofOf(user))).toBe(true)
    expect(await store().addSession(sessionOf(userOf()), proofOf(user))).toBe(false)
    for (const token of [one.token, 'nothing']) await store().setUntil(token, 5)
    expect(await (await again()).session(one.token)).toEqual({ ...one, until: 5 })
    expect(await store().sessionsOf(user.id)).toEqual([{ ...one, until: 5 }, two])
    expect((await store().userById(user.id))?.known).toBe(true)
    await store().endSession(two.token)
    expect(await store().session(two.token)).toBeUndefined()
  })

  it('ends one login with its browser, or all of an account', async () => {
    const { store } = await fresh()
    const [user, other] = [await added(store()), await added(store())]
    const [one, two] = [sessionOf(user, { device: 'd1' }), sessionOf(user, { device: 'd2' })]
    const theirs = sessionOf(other, { device: 'd1', handle: one.handle })
    for (const each of [one, two, theirs]) await store().addSession(each, proofOf(each === theirs ? other : user))
    const nobody = userOf()
    expect(await store().addSession(sessionOf(nobody, { device: 'd1' }), proofOf(nobody))).toBe(false)
    expect(await store().knowsDevice(nobody.id, 'd1')).toBe(false)
    expect(await store().knowsDevice(user.id, 'd1')).toBe(true)
    await store().endSessionsOf(user.id, one.handle)
    expect(await store().sessionsOf(user.id)).toEqual([two])
    expect(await store().knowsDevice(user.id, 'd1')).toBe(false)
    expect(await store().knowsDevice(user.id, 'd2')).toBe(true)
    await store().endSessionsOf(user.id)
    expect(await store().sessionsOf(user.id)).toEqual([])
    expect(await store().knowsDevice(user.id, 'd2')).toBe(false)
    expect(await store().sessionsOf(other.id)).toEqual([theirs])
    expect(await store().knowsDevice(other.id, 'd1')).toBe(true)
  })

  it('deletes an account with all that is its own, and brings it back once', async () => {
    const { store, again } = await fresh()
    const user = await added(store(), { logins: ['google:1'] })
    const [session, change, kept] = [sessionOf(user, { device: 'd' }), changeOf(user), { ...deletedOf(), account: 'a' }]
    await store().addSession(session, proofOf(user))
    expect(await store().setEmail(user.id, user.email, 'next@example.com', change)).toBe('done')
    const now = { ...user, email: 'next@example.com', known: true, epoch: 1 }
    const others = [{ ...deletedOf(), account: 'a', key: box('k') }]
    // The account has changed since the caller read it.
    expect(await store().deleteUser(user, [change], [kept])).toBe('changed')
    expect(await store().deleteUser(now, [], [kept])).toBe('changed')
    expect(await store().deleteUser({ ...now, logins: [] }, [change], [kept])).toBe('changed')
    expect(await store().deleteUser({ ...now, epoch: 0 }, [change], [kept])).toBe('changed')
    expect(await store().deleted(kept.token)).toBeUndefined()
    expect(await store().deleteUser(now, [change], [kept, ...others])).toBe('done')
    expect(await store().deleteUser(now, [change], [deletedOf()])).toBe('used')
    await again()
    expect(await store().userById(user.id)).toBeUndefined()
    expect(await store().userByLogin('google:1')).toBeUndefined()
    expect(await store().session(session.token)).toBeUndefined()
    expect(await store().change(change.token)).toBeUndefined()
    expect(await store().deleted(kept.token)).toEqual(kept)
    // Another account has got the mail address meanwhile.
    const next = await added(store(), { email: user.email })
    expect(await store().restoreUser(kept.token, user, [change])).toBe('taken')
    await store().deleteUser(next, [], [deletedOf()])
    expect(await store().deleted(others[0]?.token ?? '')).toEqual(others[0])
    expect(await store().restoreUser('nothing', user, [])).toBe('used')
    expect(await store().restoreUser(kept.token, user, [change])).toBe('done')
    // The account's other links no longer work.
    for (const { token } of [kept, ...others]) expect(await store().restoreUser(token, user, [])).toBe('used')
    expect(await store().changesOf(user.id)).toEqual([change])
    expect(await store().userByLogin('google:1')).toEqual(user)
    expect(await store().knowsDevice(user.id, 'd')).toBe(false)
  })

  it('takes back a change with all later ones, and signs the account out', async () => {
    const { store } = await fresh()
    const [user, other] = [await added(store(), { name: 'Ada', logins: ['google:1'] }), await added(store())]
    const [first, theirs] = [changeOf(user, { secret: 's', key: box('k') }), changeOf(other)]
    const second = changeOf(user, { email: 'next@example.com', next: 'last@example.com' })
    await store().setEmail(user.id, user.email, 'next@example.com', first)
    await store().setEmail(other.id, other.email, 'theirs@example.com', theirs)
    await store().setEmail(user.id, 'next@example.com', 'last@example.com', second)
    expect(await store().changesOf(user.id)).toEqual([first, second])
    expect(await store().change(first.token)).toEqual(first)
    const changed = { ...user, email: 'last@example.com', epoch: 2 }
    expect(await store().addLogin(user.id, 'github:9', 'Eve', proofOf(changed))).toBeDefined()
    expect(await store().addSession(sessionOf(user, { device: 'd' }), proofOf(changed))).toBe(true)
    const thief = await added(store(), { email: user.email })
    expect(await store().takeBackChange(first.token)).toBe('taken')
    await store().deleteUser(thief, [], [deletedOf()])
    expect(await store().takeBackChange(first.token)).toBe('done')
    expect(await store().userById(user.id)).toEqual({ ...user, known: true, epoch: 3 })
    expect(await store().userByLogin('github:9')).toBeUndefined()
    expect(await store().sessionsOf(user.id)).toEqual([])
    expect(await store().knowsDevice(user.id, 'd')).toBe(false)
    for (const { token } of [first, second]) expect(await store().takeBackChange(token)).toBe('used')
    expect(await store().change(theirs.token)).toEqual(theirs)
  })

  it('keeps with a change what the account was at that moment, and nothing of a first address', async () => {
    const { store } = await fresh()
    const user = await added(store(), { name: 'Ada', logins: ['google:1'] })
    await store().addLogin(user.id, 'google:2', 'Ada L.', proofOf(user))
    // The change was stored before the second login was added.
    await store().setEmail(user.id, user.email, 'next@example.com', changeOf(user))
    expect(await store().changesOf(user.id)).toMatchObject([{ name: 'Ada L.', logins: ['google:1', 'google:2'] }])
    const nobody = await added(store(), { email: null })
    expect(await store().setEmail(nobody.id, null, 'first@example.com', changeOf(nobody))).toBe('done')
    expect(await store().changesOf(nobody.id)).toEqual([])
  })

  it('takes back a change of a version that kept no name and no logins', async () => {
    const { store } = await fresh()
    const user = userOf({ name: 'Ada', logins: ['google:1'] })
    const { token, email, next, until } = changeOf(user)
    const old = { token, user: user.id, email, next, until }
    const kept = deletedOf()
    await store().addUser(user)
    await store().deleteUser(user, [], [kept])
    await store().restoreUser(kept.token, { ...user, email: next }, [old])
    expect(await store().change(token)).toEqual(old)
    expect(await store().takeBackChange(token)).toBe('done')
    expect(await store().userById(user.id)).toEqual({ ...user, logins: [], epoch: 1 })
  })

  it('erases what has ended, and nothing else', async () => {
    const { store } = await fresh()
    const user = await added(store())
    const sessions = [sessionOf(user, { until: 99 }), sessionOf(user, { until: 100 })]
    const changes = [changeOf(user, { until: 99 }), changeOf(user, { until: 100 })]
    for (const session of sessions) await store().addSession(session, proofOf(user))
    await store().setEmail(user.id, user.email, 'one@example.com', changes[0])
    await store().setEmail(user.id, 'one@example.com', 'two@example.com', changes[1])
    const kept = { ...deletedOf(), until: 99 }
    await store().deleteUser(await added(store()), [], [kept])
    await store().erase(100)
    expect(await store().sessionsOf(user.id)).toEqual([sessions[1]])
    expect((await store().changesOf(user.id)).map(({ token }) => token)).toEqual([changes[1]?.token])
    expect(await store().deleted(kept.token)).toBeUndefined()
  })

  it('records what happened, the newest last', async () => {
    const { store } = await fresh()
    const of = { kind: 'loggedIn' as const, site: 'https://a.example' }
    const events = ['a', 'b', 'a'].map((user, at) => ({ at, user, ...of }))
    for (const event of events) await store().record(event)
    expect(await store().events(2)).toEqual(events.slice(1))
    expect(await store().events(9, 'a')).toEqual([events[0], events[2]])
  })

  it('records the event of a new account or session with it, and none if it is refused', async () => {
    const { store } = await fresh()
    const user = userOf()
    const event = (kind: 'created' | 'loggedIn') => ({ at: 5, kind, user: user.id })
    expect(await store().addSession(sessionOf(user), proofOf(user), event('loggedIn'))).toBe(false)
    expect(await store().addUser(user, event('created'))).toBe(true)
    expect(await store().addUser(userOf({ email: user.email }), event('created'))).toBe(false)
    expect(await store().addSession(sessionOf(user), proofOf(user), event('loggedIn'))).toBe(true)
    expect(await store().events(9)).toEqual([event('created'), event('loggedIn')])
  })

  describe('with several processes at once', () => {
    it('gives an address and a login to one account each', async () => {
      const stores = await (await fresh()).processes()
      for (const round of rounds(5)) {
        const about = { email: `one${round}@example.com`, logins: [`google:${round}`] }
        const added = await atOnce(stores, 4, (store) => store.addUser(userOf(about)))
        expect(added.filter(Boolean)).toHaveLength(1)
        const users = rounds(6).map(() => userOf())
        for (const user of users) await stores[0]?.addUser(user)
        const login = `github:${round}`
        const got = await atOnce(stores, 2, (store, at) => addLogin(store, users[at] ?? userOf(), login))
        expect(got.filter(Boolean)).toHaveLength(1)
        expect((await stores[1]?.userByLogin(login))?.logins).toEqual([login])
        const next = `next${round}@example.com`
        const set = await atOnce(stores, 2, (store, at) =>
          store.setEmail(users[at]?.id ?? '', users[at]?.email ?? null, next),
        )
        expect(set.sort()).toEqual(['done', ...Array<string>(5).fill('taken')])
      }
    })

    it('loses no login that is added to an account, and changes its address once', async () => {
      const stores = await (await fresh()).processes()
      const user = await added(stores[0] as Store)
      const logins = await atOnce(stores, 5, async (store, at) => {
        expect(await store.addLogin(user.id, `google:${at}`, null, proofOf(user))).toBeDefined()
        return `google:${at}`
      })
      expect((await stores[0]?.userById(user.id))?.logins.sort()).toEqual(logins.sort())
      const ends = await atOnce(stores, 3, (store, at) =>
        store.setEmail(user.id, user.email, `new${at}@example.com`, changeOf(user)),
      )
      expect(ends.sort()).toEqual([...Array<string>(8).fill('changed'), 'done'])
      expect(await stores[1]?.changesOf(user.id)).toHaveLength(1)
    })

    it('uses each link once', async () => {
      const stores = await (await fresh()).processes()
      for (const _ of rounds(5)) {
        const user = await added(stores[0] as Store)
        const change = changeOf(user)
        await stores[0]?.setEmail(user.id, user.email, `to-${user.id}@example.com`, change)
        const taken = await atOnce(stores, 2, (store) => store.takeBackChange(change.token))
        expect(taken.sort()).toEqual(['done', ...Array<string>(5).fill('used')])
        const kept = [
          { ...deletedOf(), account: user.id },
          { ...deletedOf(), account: user.id },
        ]
        const back = { ...user, epoch: 2 }
        expect(await stores[0]?.deleteUser(back, [], kept)).toBe('done')
        const restored = await atOnce(stores, 2, (store, at) => store.restoreUser(kept[at % 2]?.token ?? '', back, []))
        // The second link finds the account restored already.
        expect(restored.filter((end) => end === 'done')).toHaveLength(1)
        expect(await stores[0]?.userById(user.id)).toEqual(back)
      }
    })

    it('deletes an account as it was sealed, whatever changes it meanwhile', async () => {
      const stores = await (await fresh()).processes()
      for (const round of rounds(8)) {
        const user = await added(stores[0] as Store)
        const [deleting, adding] = await Promise.all([
          stores[1]?.deleteUser(user, [], [deletedOf()]),
          stores[2]?.addLogin(user.id, `x:${round}`, null, proofOf(user)),
          stores[0]?.addSession(sessionOf(user, { device: 'd' }), proofOf(user)),
          stores[2]?.addSession(sessionOf(user, { device: 'd' }), proofOf(user)),
        ])
        // Either the account was deleted without the new login, or it has the login.
        expect([deleting, adding === undefined]).toEqual(deleting === 'done' ? ['done', true] : ['changed', false])
        if (deleting === 'done') expect(await stores[0]?.sessionsOf(user.id)).toEqual([])
      }
    })

    it('replaces keys once', async () => {
      const stores = await (await fresh()).processes()
      const user = await added(stores[0] as Store)
      const keys = (at: number) => ({ ...user.keys, key: `next${at}` }) as User['keys']
      const ends = await atOnce(stores, 4, (store, at) => store.setKeys(user.id, user.keys, keys(at)))
      expect(ends.filter(Boolean)).toHaveLength(1)
    })
  })
})
