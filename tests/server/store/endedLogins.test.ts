/**
 * A login, a change of address or a deletion that is under way while the account is signed out everywhere or taken back:
 * in every store, with two services that share it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import { answerApi } from '../../../sandbox/login/api.ts'
import type { Asked } from '../../../sandbox/login/asked.ts'
import { createCore } from '../../../sandbox/login/core.ts'
import type { User } from '../../../sandbox/login/database.ts'
import { fileStore } from '../../../sandbox/login/fileStore.ts'
import { loadLibraries } from '../../../sandbox/login/libraries.ts'
import { randomId, randomToken } from '../../../sandbox/login/random.ts'
import type { Proof, Store } from '../../../sandbox/login/store.ts'
import { rulesOf } from '../../../sandbox/login/switches.ts'
import { memoryTransient, type Transient } from '../../../sandbox/login/transient.ts'
import { createVault } from '../../../sandbox/login/vault.ts'
import { openPostgres } from '../../../server/store/postgres.ts'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { sqlStore } from '../../../server/store/sqlStore.ts'
import { sqlTransient } from '../../../server/store/sqlTransient.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { changeOf, deletedOf, proofOf, rounds, sessionOf, userOf } from './people.ts'

type Shared = { store: Store; transient: Transient }

const folder = mkdtempSync(join(tmpdir(), 'ended-'))
const secret = Buffer.alloc(32, 1)
const vault = createVault(randomToken())
let postgres: TestPostgres | undefined
const hasPostgres = (await findPostgres()) !== undefined
if (!hasPostgres) it.skip(`PostgreSQL ${POSTGRES_ADVICE}`)
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true })
})

const inMemory = async (): Promise<Shared[]> => [{ store: fileStore(), transient: memoryTransient(Date.now) }]
const inSqlite = async (): Promise<Shared[]> => {
  const db = await openSqlite(join(folder, randomId()))
  return [{ store: sqlStore(db), transient: sqlTransient(db, secret, Date.now) }]
}
const inPostgres = async (): Promise<Shared[]> => {
  const url = postgres?.create() ?? ''
  const open = async () => {
    const db = await openPostgres(url, { upgrade: true })
    return { store: sqlStore(db), transient: sqlTransient(db, secret, Date.now) }
  }
  return [await open(), await open()]
}
/** Each kind of store, as two services have it: PostgreSQL on two connections, the others as one. */
const kinds = [
  { name: 'memory', open: inMemory },
  { name: 'SQLite', open: inSqlite },
  ...(hasPostgres ? [{ name: 'PostgreSQL', open: inPostgres }] : []),
]

const coreOf = ({ store, transient }: Shared) =>
  createCore({
    ...{ url: 'http://localhost:1', store, transient, pepper: secret, vault, rules: rulesOf({}), now: Date.now },
    post: { open: async () => ({ send: async () => undefined, close: async () => undefined }) },
    webauthn: loadLibraries,
    chains: { bundlers: [], smart: undefined } as never,
  })

describe.each(kinds)('a login under way, with accounts in $name', ({ open }) => {
  const closing: Store[] = []
  afterEach(async () => {
    for (const store of closing.splice(0)) await store.close()
  })
  const stores = async () => {
    const [one, other = one] = await open()
    if (!one || !other) throw new Error('There is no store')
    closing.push(...new Set([one.store, other.store]))
    return { one, other }
  }
  const fresh = async () => {
    const { store: first } = (await stores()).one
    return { store: () => first }
  }
  const added = async (store: Store, about: Partial<User> = {}) => {
    const user = userOf(about)
    expect(await store.addUser(user)).toBe(true)
    return user
  }
  /** Two services. `hold` runs once, when the first is about to call a function of its store. */
  const services = async () => {
    const { one, other } = await stores()
    let hold: (() => Promise<unknown>) | undefined
    const held =
      <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        const run = hold
        hold = undefined
        await run?.()
        return call(...args)
      }
    const { addSession, addLogin, setEmail, deleteUser } = one.store
    const slow = {
      ...{ addSession: held(addSession), addLogin: held(addLogin) },
      ...{ setEmail: held(setEmail), deleteUser: held(deleteUser) },
    }
    const here = coreOf({ ...one, store: { ...one.store, ...slow } })
    return { here, there: coreOf(other), holding: (run: () => Promise<unknown>) => void (hold = run) }
  }
  type Core = ReturnType<typeof coreOf>
  const askedBy = async (core: Core, site = 'https://site.example'): Promise<Asked> => {
    const ip = '192.0.2.1'
    const frame = await core.frames.find(await core.frames.open(site, 'tests', ip), { ip })
    if (!frame) throw new Error('There is no frame')
    const none = {
      token: undefined,
      device: undefined,
      proof: undefined,
      unlock: undefined,
      browser: 'Chrome',
      caip: 'eip155:1',
    }
    return { frame, ...none, signal: new AbortController().signal }
  }
  const login = async (core: Core, email: string, site?: string): Promise<Asked> => {
    const asked = await askedBy(core, site)
    const code = await core.codes.make(asked.frame.id, 'login', email, {
      ip: '192.0.2.1',
      epoch: await epochAt(core, email),
    })
    const { session, device } = await answerApi(core, 'CONNECT_OTP', { otp: code }, asked)
    return { ...asked, token: session?.token, device }
  }
  const epochAt = async (core: Core, email: string) => (await core.users.byEmail(email))?.epoch ?? 0
  /** An account whose address a thief has changed, and the undo link that the owner got. */
  const stolen = async (core: Core) => {
    const [email, evil] = [`${randomId()}@example.com`, `${randomId()}@evil.example`]
    const asked = await login(core, email)
    const user = await core.users.byEmail(email)
    const session = await core.sessions.find(asked.token, asked.frame.origin)
    if (!user || !session) throw new Error('Nobody is signed in')
    const { token, change } = await core.undo.prepare(user, evil)
    await core.users.setEmail(user, evil, change, session)
    return { user, email, evil, token, asked }
  }
  const ENDED = 'This login has ended. Start again.'

  it('by a code ends when the owner takes the address back, or signs out everywhere', async () => {
    const { here, there, holding } = await services()
    const ends = [(token: string) => there.takeBack(token), async (_: string, user: User) => there.signOut(user)]
    for (const end of ends) {
      const { user, evil, token } = await stolen(here)
      holding(() => end(token, user))
      await expect(login(here, evil)).rejects.toThrow(ENDED)
      expect(await there.sessions.list(user)).toEqual([])
    }
  })

  it('by a code that was asked for before the owner signed out everywhere ends, even if the code is still there', async () => {
    const { here, there } = await services()
    const email = `${randomId()}@example.com`
    await login(here, email)
    const user = await there.users.byEmail(email)
    const asked = await askedBy(here)
    if (!user) throw new Error('There is no account')
    await there.signOut(user)
    // As if the request for the code had been slower than the sign-out: the code is stored after the others were voided.
    const code = await here.codes.make(asked.frame.id, 'login', email, { ip: '192.0.2.1', epoch: 0 })
    await expect(answerApi(here, 'CONNECT_OTP', { otp: code }, asked)).rejects.toThrow(ENDED)
    expect(await there.sessions.list(user)).toEqual([])
  })

  it('by a provider adds no login and no session when the owner takes the address back', async () => {
    const { here, there, holding } = await services()
    const { user, evil, token, email } = await stolen(here)
    const identity = { login: `google:${randomId()}`, name: 'Eve', email: evil }
    holding(() => there.takeBack(token))
    const known = await here.users.byIdentity(identity.login, evil)
    await expect(here.users.withLogin(identity, known)).rejects.toThrow('The account has changed meanwhile. Try again.')
    expect(await there.users.byId(user.id)).toMatchObject({ email, logins: [], name: null })
  })

  it('ends when the account is deleted and brought back', async () => {
    const { here, there, holding } = await services()
    const email = `${randomId()}@example.com`
    const asked = await login(here, email)
    const [user, session] = [
      await there.users.byEmail(email),
      await there.sessions.find(asked.token, asked.frame.origin),
    ]
    if (!user || !session) throw new Error('Nobody is signed in')
    holding(async () => there.takeBack((await there.forget(user, session)).split('#')[1] ?? ''))
    await expect(login(here, email)).rejects.toThrow(ENDED)
    expect(await there.users.byEmail(email)).toMatchObject({ id: user.id })
    expect(await there.sessions.list(user)).toEqual([])
  })

  it('lets a thief delete nothing, and change no address, when the session ends meanwhile', async () => {
    const { here, there, holding } = await services()
    const { user, email, evil, token, asked } = await stolen(here)
    const session = await here.sessions.find(asked.token, asked.frame.origin)
    const thief = await here.users.byEmail(evil)
    if (!session || !thief) throw new Error('Nobody is signed in')
    holding(() => there.takeBack(token))
    await expect(here.forget(thief, session)).rejects.toThrow('Nobody is signed in')
    expect(await there.users.byId(user.id)).toMatchObject({ email })
    const again = await login(there, email)
    const [owner, own] = [await there.users.byEmail(email), await there.sessions.find(again.token, again.frame.origin)]
    if (!owner || !own) throw new Error('Nobody is signed in')
    const { change } = await here.undo.prepare(owner, evil)
    holding(() => there.signOut(owner))
    await expect(here.users.setEmail(owner, evil, change, own)).rejects.toThrow('Nobody is signed in')
    expect(await there.users.byId(user.id)).toMatchObject({ email })
  })

  it('adds a session or a login only while the account has what proved it, and nothing ended the login', async () => {
    const { store } = await fresh()
    const user = await added(store(), { logins: ['google:1'] })
    const stranger = { by: ['other@example.com', 'google:9'], epoch: 0 }
    const isRefused = async (proof: Proof) => {
      const [before, sessions] = [await store().userById(user.id), await store().sessionsOf(user.id)]
      expect(await store().addSession(sessionOf(user, { device: 'thief' }), proof)).toBe(false)
      expect(await store().addLogin(user.id, 'github:9', 'Eve', proof)).toBeUndefined()
      expect(await store().userById(user.id)).toEqual(before)
      expect(await store().sessionsOf(user.id)).toEqual(sessions)
      expect(await store().knowsDevice(user.id, 'thief')).toBe(false)
    }
    await isRefused(stranger)
    const read = async () => (await store().userById(user.id)) ?? userOf()
    const change = changeOf(user)
    const raisers = [
      () => store().endSessionsOf(user.id),
      () => store().setEmail(user.id, user.email, 'evil@example.com', change),
      () => store().takeBackChange(change.token),
    ]
    for (const raise of raisers) {
      const before = await read()
      await raise()
      await isRefused(proofOf(before))
      for (const by of proofOf(await read()).by)
        expect(await store().addSession(sessionOf(user), { ...proofOf(await read()), by: [by] })).toBe(true)
    }
    // One session's end ends no login, and neither does a link that undoes nothing.
    const before = await read()
    await store().endSessionsOf(user.id, 'nothing')
    expect(await store().takeBackChange(change.token)).toBe('used')
    expect(await store().addSession(sessionOf(user), proofOf(before))).toBe(true)
  })

  it('changes an address and deletes an account only for a session that is still there', async () => {
    const { store } = await fresh()
    const [user, other] = [await added(store()), await added(store())]
    const [mine, theirs] = [sessionOf(user), sessionOf(other)]
    await store().addSession(mine, proofOf(user))
    await store().addSession(theirs, proofOf(other))
    const now = { ...user, known: true }
    for (const token of ['nothing', theirs.token]) {
      expect(await store().setEmail(user.id, user.email, 'new@example.com', changeOf(user), token)).toBe('ended')
      expect(await store().deleteUser(now, [], [deletedOf()], token)).toBe('ended')
    }
    expect(await store().userById(user.id)).toEqual(now)
    expect(await store().changesOf(user.id)).toEqual([])
    expect(await store().setEmail(user.id, user.email, 'new@example.com', undefined, mine.token)).toBe('done')
    const moved = { ...now, email: 'new@example.com', epoch: 1 }
    expect(await store().deleteUser(moved, [], [deletedOf()], mine.token)).toBe('done')
  })

  it('keeps no session, browser or login that was added while the account was signed out or taken back', async () => {
    const { one, other } = await stores()
    const [first, second, third] = [one.store, other.store, other.store]
    for (const round of rounds(12)) {
      const user = await added(first)
      const change = changeOf(user)
      const evil = `evil${user.id}@example.com`
      await first.setEmail(user.id, user.email, evil, change)
      const proof = { by: [evil], epoch: 1 }
      await Promise.all([
        second.addSession(sessionOf(user, { device: 'd1' }), proof),
        third.addSession(sessionOf(user, { device: 'd2' }), proof),
        round % 2 ? first.takeBackChange(change.token) : first.endSessionsOf(user.id),
        second.addLogin(user.id, `google:${user.id}`, 'Eve', proof),
        third.addSession(sessionOf(user, { device: 'd3' }), proof),
      ])
      expect(await first.sessionsOf(user.id)).toEqual([])
      for (const device of ['d1', 'd2', 'd3']) expect(await first.knowsDevice(user.id, device)).toBe(false)
      if (round % 2) expect(await first.userById(user.id)).toMatchObject({ email: user.email, logins: [] })
    }
  })
})
