/**
 * Stores the data of a login service in memory, and in one JSON file if there is a path. It is for development and
 * tests: it writes the whole file on every change. No function awaits anything, so no other function can run between
 * the steps of a change.
 */
import { isDeepStrictEqual } from 'node:util'
import { openDatabase, type Database, type User } from './database.ts'
import { earlier, epochOf, type Event, holds, isUnchanged, type Store, takeBack } from './store.ts'

/** The most events that are kept, the newest ones. They are in memory only: developers read them while it runs. */
const MOST_EVENTS = 1000

/**
 * Opens the store: with the data of the file at `path`, if there is such a file.
 * @throws Error when the file exists but is not a database of the login service
 */
export function fileStore(path?: string): Store {
  const database = openDatabase(path)
  const { record, events } = eventsInMemory()
  return {
    ...usersIn(database, record),
    ...sessionsIn(database, record),
    ...undoIn(database),
    record: async (event) => record(event),
    events,
    async erase(now) {
      const count = ({ sessions, changes, deleted }: Database) => sessions.length + changes.length + deleted.length
      const before = count(database)
      for (const name of ['sessions', 'changes', 'deleted'] as const)
        Object.assign(database, { [name]: database[name].filter(({ until }) => until >= now) })
      if (count(database) < before) database.save()
    },
    async close() {},
  }
}

type Users = 'userById' | 'userByEmail' | 'userByLogin' | 'usersAfter' | 'addUser' | 'addLogin' | 'setEmail'
type Rest = 'setPreferred' | 'setKeys' | 'deleteUser'
type Sessions = 'session' | 'sessionsOf' | 'addSession' | 'setUntil' | 'endSession' | 'endSessionsOf' | 'knowsDevice'
type Undo = 'change' | 'changesOf' | 'takeBackChange' | 'deleted' | 'restoreUser'

/** Copies a value, so that a caller's object does not change when the stored one does. */
const copy = <T>(value: T | undefined): T | undefined => (value === undefined ? undefined : structuredClone(value))

const shares = (one: User, other: Pick<User, 'id' | 'email' | 'logins'>) =>
  one.id === other.id ||
  (one.email !== null && one.email === other.email) ||
  one.logins.some((login) => other.logins.includes(login))

/** Ends the logins of an account that are under way: the store refuses a login that began with another epoch. */
const raise = (user: User) => {
  user.epoch = epochOf(user) + 1
}

function usersIn(database: Database, record: RecordEvent): Pick<Store, Users | Rest> {
  const find = (id: string) => database.users.find((each) => each.id === id)
  const isSignedIn = (id: string, session: string | undefined) =>
    session === undefined || database.sessions.some((each) => each.token === session && each.user === id)
  return {
    userById: async (id) => copy(find(id)),
    userByEmail: async (email) => copy(database.users.find((each) => each.email === email)),
    userByLogin: async (login) => copy(database.users.find(({ logins }) => logins.includes(login))),
    usersAfter: async (id, most) =>
      structuredClone(
        database.users
          .filter((each) => each.id > id)
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, most),
      ),
    async addUser(user, event) {
      if (database.users.some((each) => shares(each, user))) return false
      database.users.push(structuredClone(user))
      database.save()
      record(event)
      return true
    },
    async addLogin(id, login, name, proof) {
      const user = find(id)
      if (!user || !holds(user, proof)) return undefined
      if (database.users.some((each) => each !== user && each.logins.includes(login))) return undefined
      if (!user.logins.includes(login)) user.logins.push(login)
      user.name = name ?? user.name
      database.save()
      return copy(user)
    },
    async setEmail(id, from, to, undo, session) {
      const user = find(id)
      if (!user || user.email !== from) return 'changed'
      if (!isSignedIn(id, session)) return 'ended'
      if (database.users.some((each) => each !== user && each.email === to)) return 'taken'
      if (undo && from !== null) {
        const { name, logins } = user
        database.changes.push(structuredClone({ ...undo, user: id, email: from, name, logins }))
      }
      user.email = to
      raise(user)
      database.save()
      return 'done'
    },
    async setPreferred(id, type) {
      const user = find(id)
      if (!user || user.preferred === type) return
      user.preferred = type
      database.save()
    },
    async setKeys(id, before, after, by) {
      const user = find(id)
      if (!user || !isDeepStrictEqual(user.keys, before)) return false
      if (by && (!isSignedIn(id, by.session) || epochOf(user) !== by.epoch)) return false
      user.keys = structuredClone(after)
      database.save()
      record(by?.event)
      return true
    },
    async deleteUser(user, changes, kept, session) {
      const { id } = user
      const found = find(id)
      if (!found) return 'used'
      if (!isSignedIn(id, session)) return 'ended'
      const own = database.changes.filter((each) => each.user === id)
      if (!isUnchanged([found, own], [user, changes])) return 'changed'
      const others = <T extends { user: string }>(list: readonly T[]) => list.filter((each) => each.user !== id)
      Object.assign(database, {
        users: database.users.filter((each) => each.id !== id),
        sessions: others(database.sessions),
        devices: others(database.devices),
        changes: others(database.changes),
        deleted: [...database.deleted, ...structuredClone(kept)],
      })
      database.save()
      return 'done'
    },
  }
}

function sessionsIn(database: Database, record: RecordEvent): Pick<Store, Sessions> {
  const find = (token: string) => database.sessions.find((each) => each.token === token)
  const knows = (user: string, token: string) =>
    database.devices.some((each) => each.user === user && each.token === token)
  return {
    session: async (token) => copy(find(token)),
    sessionsOf: async (user) => structuredClone(database.sessions.filter((each) => each.user === user)),
    async addSession(session, proof, event) {
      const user = database.users.find(({ id }) => id === session.user)
      if (!user || !holds(user, proof)) return false
      user.known = true
      database.sessions.push({ ...session })
      const { device } = session
      if (device !== undefined && !knows(user.id, device)) database.devices.push({ token: device, user: user.id })
      database.save()
      record(event)
      return true
    },
    async setUntil(token, until) {
      const session = find(token)
      if (!session) return
      session.until = until
      database.save()
    },
    async endSession(token) {
      database.sessions = database.sessions.filter((each) => each.token !== token)
      database.save()
    },
    async endSessionsOf(user, handle) {
      const ends = (each: Database['sessions'][number]) =>
        each.user === user && (handle === undefined || each.handle === handle)
      const devices = new Set(database.sessions.filter(ends).map(({ device }) => device))
      database.devices = database.devices.filter(
        (each) => each.user !== user || (handle !== undefined && !devices.has(each.token)),
      )
      database.sessions = database.sessions.filter((each) => !ends(each))
      const account = database.users.find(({ id }) => id === user)
      if (account && handle === undefined) raise(account)
      database.save()
    },
    knowsDevice: async (user, token) => knows(user, token),
  }
}

function undoIn(database: Database): Pick<Store, Undo> {
  const changeOf = (token: string) => database.changes.find((each) => each.token === token)
  const deletedBy = (token: string) => database.deleted.find((each) => each.token === token)
  return {
    change: async (token) => copy(changeOf(token)),
    changesOf: async (user) => structuredClone(database.changes.filter((each) => each.user === user)),
    async takeBackChange(token) {
      const change = changeOf(token)
      const user = change && database.users.find(({ id }) => id === change.user)
      if (!change || !user) return 'used'
      if (database.users.some((each) => each !== user && each.email === change.email)) return 'taken'
      takeBack(user, change)
      raise(user)
      database.changes = earlier(database.changes, change)
      database.sessions = database.sessions.filter((each) => each.user !== user.id)
      database.devices = database.devices.filter((each) => each.user !== user.id)
      database.save()
      return 'done'
    },
    deleted: async (token) => copy(deletedBy(token)),
    async restoreUser(token, user, changes) {
      const gone = deletedBy(token)
      if (!gone) return 'used'
      if (database.users.some((each) => shares(each, user))) return 'taken'
      database.deleted = database.deleted.filter(
        (each) => each !== gone && (gone.account === undefined || each.account !== gone.account),
      )
      database.users.push(structuredClone(user))
      database.changes.push(...structuredClone(changes))
      database.save()
      return 'done'
    },
  }
}

/** Records an event, if there is one. */
type RecordEvent = (event: Event | undefined) => void

function eventsInMemory(): { record: RecordEvent; events: Store['events'] } {
  const kept: Event[] = []
  return {
    record(event) {
      if (!event) return
      kept.push({ ...event })
      if (kept.length > MOST_EVENTS) kept.shift()
    },
    events: async (most, user) =>
      structuredClone(kept.filter((each) => user === undefined || each.user === user).slice(-most)),
  }
}
