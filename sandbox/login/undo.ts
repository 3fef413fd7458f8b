/** Takes back a change of address or a deletion, for three days, by a link that works once. */
import type { Change, Database, User } from './database.ts'
import { createKey, openAccount, sealAccount } from './deleted.ts'
import { Denied } from './denied.ts'
import { hashOf, randomToken } from './random.ts'

/** What a link undoes. */
export type Undoing = { kind: 'email'; email: string; next: string } | { kind: 'deletion' }

/** How long it can be undone, in ms. */
const UNDO_LIFE = 3 * 86_400_000

const old = () => new Denied('This link was used already, or is too old.', 410)
const taken = () =>
  new Denied('This login has a new account since. Delete that account first, then open the link again.', 409)

/** `token` is that of the link. */
type Prepared = Required<Pick<Change, 'token' | 'secret' | 'key'>>

export type Undo = ReturnType<typeof createUndo>

/** Takes a change back on a user: the address, the name and the providers' logins from before. */
function takeBack(user: User, { email, name, logins = [] }: Change) {
  user.email = email
  if (name !== undefined) user.name = name
  // The new address may have brought logins of its provider along. A change without a list is of an earlier version: the
  // address leads to the account without any of them.
  user.logins = user.logins.filter((login) => logins.includes(login))
}

export function createUndo(database: Database, now: () => number) {
  const live = (token: string): { change: Change; user: User } => {
    const hash = hashOf(token)
    const change = database.changes.find((each) => each.token === hash)
    const user = change && database.users.find(({ id }) => id === change.user)
    if (!change || !user || change.until < now()) throw old()
    return { change, user }
  }
  const deletedBy = (token: string) =>
    database.deleted.find((each) => each.token === hashOf(token) && each.until >= now())

  /** Later changes were made by somebody else: their letters must not restore what is taken back here. */
  const earlier = (changes: readonly Change[], change: Change) =>
    changes.filter((each, index) => each.user !== change.user || index < changes.indexOf(change))

  /** Restores a deleted account; by the link of a change of address as it was before the change. */
  const restore = async (gone: Database['deleted'][number], token: string) => {
    const { user, changes } = await openAccount(gone, token)
    const change = changes.find((each) => each.token === gone.token)
    if (change) takeBack(user, change)
    const logins = new Set(user.logins)
    const isSame = (each: User) =>
      (user.email !== null && each.email === user.email) || each.logins.some((login) => logins.has(login))
    // Opening takes a moment: the link, or another of the account, may have been used meanwhile.
    if (!database.deleted.includes(gone)) throw old()
    if (database.users.some(isSame)) throw taken()
    database.deleted = database.deleted.filter(
      (each) => each !== gone && (gone.account === undefined || each.account !== gone.account),
    )
    database.users.push(user)
    database.changes.push(...(change ? earlier(changes, change) : changes))
    database.save()
    return { user, taken: change?.next ?? null }
  }

  return {
    /** A link, before the change: what follows must not wait, or a deletion could come between the change and its link. */
    async prepare(): Promise<Prepared> {
      const token = randomToken()
      return { token, ...(await createKey(token)) }
    },
    /** Remembers a change, so that the link undoes it. */
    keep(user: User, { email, now: next }: { email: string; now: string }, { token, ...key }: Prepared) {
      database.changes = database.changes.filter(({ until }) => until >= now())
      const before = { email, name: user.name, logins: [...user.logins] }
      const change = { token: hashOf(token), user: user.id, next, until: now() + UNDO_LIFE }
      database.changes.push({ ...change, ...before, ...key })
      database.save()
    },
    /** Remembers an account that is about to be deleted. @returns the token of the link that undoes it */
    async keepDeleted(user: User): Promise<string> {
      const token = randomToken()
      const changes = () => database.changes.filter((each) => each.user === user.id && each.until >= now())
      const [before, count] = [JSON.stringify(user), changes().length]
      const rows = await sealAccount(user, changes(), token, now() + UNDO_LIFE)
      // Sealing takes a moment, in which the address may change: then the letters would restore different accounts.
      if (JSON.stringify(user) !== before || changes().length !== count) return this.keepDeleted(user)
      database.deleted.push(...rows)
      return token
    },
    /** Erases what can be undone no more. */
    erase() {
      const before = database.deleted.length + database.changes.length
      database.deleted = database.deleted.filter(({ until }) => until >= now())
      database.changes = database.changes.filter(({ until }) => until >= now())
      if (database.deleted.length + database.changes.length < before) database.save()
    },
    /** @throws Denied for a link that is used or expired */
    find(token: string): Undoing {
      if (deletedBy(token)) return { kind: 'deletion' }
      const { email, next } = live(token).change
      return { kind: 'email', email, next }
    },
    /**
     * Restores the address, the name and the providers' logins from before, and ends every login and forgets every browser
     * of the user: whoever made the change may have them. Restores a deleted account, also by the link of a change that was
     * made before the deletion.
     * @returns the user, and the address that was taken from them @throws Denied
     */
    async run(token: string): Promise<{ user: User; taken: string | null }> {
      const gone = deletedBy(token)
      if (gone) return restore(gone, token)
      const { change, user } = live(token)
      if (database.users.some((each) => each !== user && each.email === change.email))
        throw new Denied(
          'This address has a new account since. Delete that account first, then open the link again.',
          409,
        )
      takeBack(user, change)
      database.changes = earlier(database.changes, change)
      database.sessions = database.sessions.filter((each) => each.user !== user.id)
      database.devices = database.devices.filter((each) => each.user !== user.id)
      database.save()
      return { user, taken: change.next }
    },
  }
}
