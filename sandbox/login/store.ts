/**
 * What a login service keeps. Each function is atomic and durable: what it promises has been stored when it resolves, all of
 * it or nothing. {@link fileStore} keeps it in memory and in one file; `server/store/sqlStore.ts` keeps it in a database.
 */
import type { Change, Deleted, Sealed, Session, User } from './database.ts'

/**
 * Something that an operator may have to explain later. No personal data: `user` is a random id, `site` an origin. `at` is in
 * ms since 1970.
 */
export type Event = { at: number; kind: EventKind; user: string; site?: string; detail?: string }
export type EventKind =
  | 'created'
  | 'loggedIn'
  | 'signedOut'
  | 'addressChanged'
  | 'exported'
  | 'deleted'
  | 'takenBack'
  | 'approved'
  | 'rotated'

/** `used`: there is nothing (any more) to take back. `taken`: the address or a login belongs to another account now. */
export type TakenBack = 'done' | 'used' | 'taken'

export type Store = {
  userById: (id: string) => Promise<User | undefined>
  userByEmail: (email: string) => Promise<User | undefined>
  userByLogin: (login: string) => Promise<User | undefined>
  /** Accounts in the order of their ids, from the one after `id`. */
  usersAfter: (id: string, most: number) => Promise<User[]>
  /** @returns false, without a change, if the id, the address or a login belongs to an account already */
  addUser: (user: User) => Promise<boolean>
  /** Adds a provider's login, and its name if it is not null. @returns the account, or undefined if nothing was changed */
  addLogin: (id: string, login: string, name: string | null) => Promise<User | undefined>
  /**
   * Changes an address, and keeps `undo` with it: its address, name and logins are those of the account at that moment.
   * `changed`: the address is not `from` any more. `taken`: `to` belongs to another account.
   */
  setEmail: (id: string, from: string | null, to: string, undo?: Change) => Promise<'done' | 'changed' | 'taken'>
  setPreferred: (id: string, type: User['preferred']) => Promise<void>
  /** @returns false if the keys are not `before` any more */
  setKeys: (id: string, before: Sealed, after: Sealed) => Promise<boolean>
  /**
   * Deletes an account with its logins, browsers and changes, and keeps the rows that can restore it. `changed`: the account or
   * its changes are not the given ones any more, so that the rows would restore something else. `used`: it is gone.
   */
  deleteUser: (user: User, changes: readonly Change[], kept: readonly Deleted[]) => Promise<'done' | 'changed' | 'used'>

  session: (token: string) => Promise<Session | undefined>
  sessionsOf: (user: string) => Promise<Session[]>
  /** Adds a login and marks its account as known. @returns false if the account is gone */
  addSession: (session: Session) => Promise<boolean>
  setUntil: (token: string, until: number) => Promise<void>
  endSession: (token: string) => Promise<void>
  /** Ends one login of an account, or all of them, and forgets their browsers. */
  endSessionsOf: (user: string, handle?: string) => Promise<void>

  knowsDevice: (user: string, token: string) => Promise<boolean>
  addDevice: (user: string, token: string) => Promise<void>

  change: (token: string) => Promise<Change | undefined>
  /** The changes of an account, oldest first. */
  changesOf: (user: string) => Promise<Change[]>
  /**
   * Restores the address, the name and the logins from before a change, drops it and all later ones, and ends every login and
   * forgets every browser of the account.
   */
  takeBackChange: (token: string) => Promise<TakenBack>

  deleted: (token: string) => Promise<Deleted | undefined>
  /** Brings an account back with its changes, and drops the row with this token and all others of the account. */
  restoreUser: (token: string, user: User, changes: readonly Change[]) => Promise<TakenBack>

  /** Erases the logins, the changes and the deleted accounts that ended before `now`. */
  erase: (now: number) => Promise<void>

  record: (event: Event) => Promise<void>
  /** The newest events, of one account or of all, oldest first. */
  events: (most: number, user?: string) => Promise<Event[]>

  close: () => Promise<void>
}

/** Takes a change back on a user: the address, the name and the providers' logins from before. */
export function takeBack(user: User, { email, name, logins = [] }: Change) {
  user.email = email
  if (name !== undefined) user.name = name
  // The new address may have brought logins of its provider along. A change without a list is of an earlier version: the
  // address leads to the account without any of them.
  user.logins = user.logins.filter((login) => logins.includes(login))
}

/** Later changes were made by somebody else: their letters must not restore what is taken back here. */
export const earlier = (changes: readonly Change[], change: Change): Change[] =>
  changes.filter((each, index) => each.user !== change.user || index < changes.indexOf(change))

/** Whether an account and its changes are the given ones. */
export const isUnchanged = (
  [user, changes]: readonly [User, readonly Change[]],
  [other, others]: readonly [User, readonly Change[]],
): boolean => {
  const seen = ({ id, email, name, logins, keys }: User, list: readonly Change[]) =>
    JSON.stringify([id, email, name, logins, Object.entries(keys).sort(), list.map(({ token }) => token)])
  return seen(user, changes) === seen(other, others)
}
