/**
 * The data that a login service stores. Each function is atomic and durable: when it resolves, all of its change is
 * stored, and when it rejects, nothing is, unless the connection to a database was lost during the commit.
 * `fileStore.ts` stores it in memory and in one file, `server/store/sqlStore.ts` in a database.
 */
import type { Change, Deleted, Session, StoredKeys, User } from './database.ts'

/**
 * Something that happened to an account, so that an operator can explain it later. It has no personal data: `user` is a
 * random id, `site` an origin. `at` is in ms since 1970. `approved`: the service signed a request, or passed on a user
 * operation that was signed already. A session of the account sent the request from one of the service's own pages,
 * which ask the person first; but whoever stole the session could send it without asking the person.
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
  | 'locked'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryRenewed'
  | 'unlocked'

/**
 * The result of an undo. `used`: there is nothing to undo (any more). `taken`: the address or a login now belongs to
 * another account.
 */
export type TakenBack = 'done' | 'used' | 'taken'

/**
 * What proved a login: `by` has the address that a code proved, or the provider's login and the address that the
 * provider has verified. `epoch` is the account's `epoch` when the login began.
 */
export type Proof = { by: readonly string[]; epoch: number }

export type KeyChange = { session: string; epoch: number; event?: Event }

export type Store = {
  userById: (id: string) => Promise<User | undefined>
  userByEmail: (email: string) => Promise<User | undefined>
  userByLogin: (login: string) => Promise<User | undefined>
  /** At most `most` accounts in the order of their ids, from the one after `id`; '' starts at the first. */
  usersAfter: (id: string, most: number) => Promise<User[]>
  /**
   * Adds an account, and records `event` with it.
   * @returns false, without a change, if the id, the address or a login belongs to an account already
   */
  addUser: (user: User, event?: Event) => Promise<boolean>
  /**
   * Adds a login at a provider, and sets the account's name if `name` is not null.
   * @returns the account; undefined, without a change, if it is gone, the login is another account's, or `proof`,
   * which identified the person before, is outdated
   */
  addLogin: (id: string, login: string, name: string | null, proof: Proof) => Promise<User | undefined>
  /**
   * Changes an account's email address. If it had one, stores `undo` too, with the email address, name and logins that
   * the account has at that moment. `changed`: the email address is not `from` any more, or the account is gone.
   * `taken`: `to` belongs to another account. `ended`: the session that asked, with the token `session`, is not the
   * account's any more.
   */
  setEmail: (
    id: string,
    from: string | null,
    to: string,
    undo?: Change,
    session?: string,
  ) => Promise<'done' | 'changed' | 'taken' | 'ended'>
  setPreferred: (id: string, type: User['preferred']) => Promise<void>
  /**
   * Replaces an account's encrypted keys, and records the event of `by`.
   * @param by the owner's change of the lock: refused if the session with this token is not the account's any more, or
   *   if the account's epoch is another one
   * @returns false, without a change, if it is refused or the keys are not `before` any more
   */
  setKeys: (id: string, before: StoredKeys, after: StoredKeys, by?: KeyChange) => Promise<boolean>
  /**
   * Deletes an account with its logins, sessions, browsers and changes, and stores `kept`, the rows that can restore
   * it. `changed`: the account or its changes are not the given ones any more, so `kept` would restore an old state.
   * `used`: it is gone already. `ended`: the session that asked, with the token `session`, is not the account's any
   * more.
   */
  deleteUser: (
    user: User,
    changes: readonly Change[],
    kept: readonly Deleted[],
    session?: string,
  ) => Promise<'done' | 'changed' | 'used' | 'ended'>

  session: (token: string) => Promise<Session | undefined>
  sessionsOf: (user: string) => Promise<Session[]>
  /**
   * Adds a session, marks its account as known, remembers the session's browser as the account's, and records `event`,
   * all in one change: each change waits until it is on the disk, so that several would take longer.
   * @returns false, without a change, if the account is gone or `proof` does not hold any more
   */
  addSession: (session: Session, proof: Proof, event?: Event) => Promise<boolean>
  setUntil: (token: string, until: number) => Promise<void>
  endSession: (token: string) => Promise<void>
  /**
   * With `handle`: ends that session of an account, and forgets its browser. Without: ends all sessions and the logins
   * under way, and forgets all browsers of the account.
   */
  endSessionsOf: (user: string, handle?: string) => Promise<void>

  knowsDevice: (user: string, token: string) => Promise<boolean>

  change: (token: string) => Promise<Change | undefined>
  /** The changes of an account, oldest first. */
  changesOf: (user: string) => Promise<Change[]>
  /**
   * Undoes a change of address: restores the address and the name from before, removes logins that the account did not
   * have then, deletes this change and all later ones, and ends every session and forgets every browser of the account,
   * and the logins under way.
   */
  takeBackChange: (token: string) => Promise<TakenBack>

  deleted: (token: string) => Promise<Deleted | undefined>
  /** Restores a deleted account with its changes, and deletes the row with this token and the account's other rows. */
  restoreUser: (token: string, user: User, changes: readonly Change[]) => Promise<TakenBack>

  /** Erases sessions, changes and deleted accounts whose `until` is before `now`. */
  erase: (now: number) => Promise<void>

  record: (event: Event) => Promise<void>
  /** The newest `most` events of an account, or of all, with the oldest of them first. */
  events: (most: number, user?: string) => Promise<Event[]>

  close: () => Promise<void>
}

/** How often something ended an account's logins under way (see `User`); 0 if nothing ever did. */
export const epochOf = ({ epoch = 0 }: Pick<User, 'epoch'>): number => epoch

/** Whether the account still has what proved a login, and nothing has ended the login since it began. */
export const holds = (user: User, { by, epoch }: Proof): boolean =>
  epochOf(user) === epoch && by.some((each) => each === user.email || user.logins.includes(each))

/** Undoes a change of address in a user's data: the address, the name, and the logins at providers. */
export function takeBack(user: User, { email, name, logins = [] }: Change) {
  user.email = email
  if (name !== undefined) user.name = name
  // Remove logins that were added since the change: they may belong to whoever made it. A change of an earlier version
  // has no list, so all are removed; the person still gets in by the address.
  user.logins = user.logins.filter((login) => logins.includes(login))
}

/**
 * All changes except `change` and the later ones of the same user: the undo link of a later change would restore the
 * address that the undo of `change` takes away.
 */
export const earlier = (changes: readonly Change[], change: Change): Change[] =>
  changes.filter((each, index) => each.user !== change.user || index < changes.indexOf(change))

/** Whether two states of an account, each with its changes, are equal, apart from `preferred` and `known`. */
export const isUnchanged = (
  [user, changes]: readonly [User, readonly Change[]],
  [other, others]: readonly [User, readonly Change[]],
): boolean => {
  const seen = ({ id, email, name, logins, keys, epoch = 0 }: User, list: readonly Change[]) =>
    JSON.stringify([id, email, name, logins, epoch, Object.entries(keys).sort(), list.map(({ token }) => token)])
  return seen(user, changes) === seen(other, others)
}
