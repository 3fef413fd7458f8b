/** Takes back a change of address or a deletion, for three days, by a link that works once. */
import { type Change, type Database, type User, userShape } from './database.ts'
import { Denied } from './denied.ts'
import { hashOf, randomToken } from './random.ts'
import { createVault } from './vault.ts'

/** What a link undoes. */
export type Undoing = { kind: 'email'; email: string; next: string } | { kind: 'deletion' }

/** How long it can be undone, in ms. */
const UNDO_LIFE = 3 * 86_400_000

/** Whom a sealed account belongs to: nobody any more. */
const DELETED = 'deleted'
const taken = () =>
  new Denied('This login has a new account since. Delete that account first, then open the link again.', 409)

export type Undo = ReturnType<typeof createUndo>

export function createUndo(database: Database, now: () => number) {
  const live = (token: string): { change: Change; user: User } => {
    const hash = hashOf(token)
    const change = database.changes.find((each) => each.token === hash)
    const user = change && database.users.find(({ id }) => id === change.user)
    if (!change || !user || change.until < now()) throw new Denied('This link was used already, or is too old.', 410)
    return { change, user }
  }
  const deletedBy = (token: string) =>
    database.deleted.find((each) => each.token === hashOf(token) && each.until >= now())

  const restore = async (gone: Database['deleted'][number], token: string) => {
    const user = userShape.parse(JSON.parse(Buffer.from(await createVault(token).open(DELETED, gone.box)).toString()))
    const logins = new Set(user.logins)
    const isSame = (each: User) =>
      (user.email !== null && each.email === user.email) || each.logins.some((login) => logins.has(login))
    // Opening takes a moment: the link may have been used meanwhile.
    if (!deletedBy(token)) throw new Denied('This link was used already, or is too old.', 410)
    if (database.users.some(isSame)) throw taken()
    database.deleted = database.deleted.filter((each) => each !== gone)
    database.users.push(user)
    database.save()
    return user
  }

  return {
    /** Remembers a change. @returns the token of the link that undoes it */
    keep(user: User, { email, now: next }: { email: string; now: string }): string {
      const token = randomToken()
      database.changes = database.changes.filter(({ until }) => until >= now())
      const before = { name: user.name, logins: [...user.logins] }
      database.changes.push({ token: hashOf(token), user: user.id, email, next, until: now() + UNDO_LIFE, ...before })
      database.save()
      return token
    },
    /** Remembers an account that is about to be deleted. @returns the token of the link that undoes it */
    async keepDeleted(user: User): Promise<string> {
      const token = randomToken()
      const box = await createVault(token).seal(DELETED, Buffer.from(JSON.stringify(user)))
      database.deleted.push({ token: hashOf(token), box, until: now() + UNDO_LIFE })
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
     * of the user: whoever made the change may have them. Restores a deleted account.
     * @returns the user, and the address that was taken from them @throws Denied
     */
    async run(token: string): Promise<{ user: User; taken: string | null }> {
      const gone = deletedBy(token)
      if (gone) return { user: await restore(gone, token), taken: null }
      const { change, user } = live(token)
      if (database.users.some((each) => each !== user && each.email === change.email))
        throw new Denied(
          'This address has a new account since. Delete that account first, then open the link again.',
          409,
        )
      user.email = change.email
      if (change.name !== undefined) user.name = change.name
      // The new address may have brought logins of its provider along. A change without a list is of an earlier version: the
      // address leads to the account without any of them.
      const { logins = [] } = change
      user.logins = user.logins.filter((login) => logins.includes(login))
      // Later changes were made by somebody else: their letters must not restore what was taken back here.
      const at = database.changes.indexOf(change)
      database.changes = database.changes.filter((each, index) => each.user !== user.id || index < at)
      database.sessions = database.sessions.filter((each) => each.user !== user.id)
      database.devices = database.devices.filter((each) => each.user !== user.id)
      database.save()
      return { user, taken: change.next }
    },
  }
}
