/** Takes back a change of address or a deletion, for three days, by a link that works once. */
import { type Change, type Deleted, type User, userShape } from './database.ts'
import { Denied } from './denied.ts'
import { hashOf, randomToken } from './random.ts'
import type { Store } from './store.ts'
import { createVault } from './vault.ts'

/** What a link undoes. */
export type Undoing = { kind: 'email'; email: string; next: string } | { kind: 'deletion' }

/** How long it can be undone, in ms. */
const UNDO_LIFE = 3 * 86_400_000

/** Whom a sealed account belongs to: nobody any more. */
const DELETED = 'deleted'
const used = () => new Denied('This link was used already, or is too old.', 410)
const taken = (what: string) =>
  new Denied(`This ${what} has a new account since. Delete that account first, then open the link again.`, 409)

export type Undo = ReturnType<typeof createUndo>

export function createUndo(store: Store, now: () => number) {
  const live = async (token: string): Promise<{ change: Change; user: User }> => {
    const change = await store.change(hashOf(token))
    const user = change && (await store.userById(change.user))
    if (!change || !user || change.until < now()) throw used()
    return { change, user }
  }
  const deletedBy = async (token: string): Promise<Deleted | undefined> => {
    const deleted = await store.deleted(hashOf(token))
    return deleted && deleted.until >= now() ? deleted : undefined
  }
  const restore = async (gone: Deleted, token: string): Promise<User> => {
    const user = userShape.parse(JSON.parse(Buffer.from(await createVault(token).open(DELETED, gone.box)).toString()))
    const ended = await store.restoreUser(gone.token, user)
    if (ended === 'used') throw used()
    if (ended === 'taken') throw taken('login')
    return user
  }

  return {
    /** Remembers a change. @returns the token of the link that undoes it */
    async keep(user: User, { email, now: next }: { email: string; now: string }): Promise<string> {
      const token = randomToken()
      const before = { name: user.name, logins: [...user.logins] }
      await store.addChange({ token: hashOf(token), user: user.id, email, next, until: now() + UNDO_LIFE, ...before })
      return token
    },
    /** Deletes an account, and keeps what can restore it. @returns the token of the link that undoes it @throws Denied */
    async delete(user: User): Promise<string> {
      const token = randomToken()
      const box = await createVault(token).seal(DELETED, Buffer.from(JSON.stringify(user)))
      const isDeleted = await store.deleteUser(user.id, { token: hashOf(token), box, until: now() + UNDO_LIFE })
      if (!isDeleted) throw new Denied('Nobody is signed in', 401, 4100)
      return token
    },
    /** Erases what can be undone no more, and the logins that have ended. */
    erase: () => store.erase(now()),
    /** @throws Denied for a link that is used or expired */
    async find(token: string): Promise<Undoing> {
      if (await deletedBy(token)) return { kind: 'deletion' }
      const { email, next } = (await live(token)).change
      return { kind: 'email', email, next }
    },
    /**
     * Restores the address, the name and the providers' logins from before, and ends every login and forgets every browser
     * of the user: whoever made the change may have them. Restores a deleted account.
     * @returns the user, and the address that was taken from them @throws Denied
     */
    async run(token: string): Promise<{ user: User; taken: string | null }> {
      const gone = await deletedBy(token)
      if (gone) return { user: await restore(gone, token), taken: null }
      const { change } = await live(token)
      const ended = await store.takeBackChange(change.token)
      const user = ended === 'done' ? await store.userById(change.user) : undefined
      if (ended === 'taken') throw taken('address')
      if (!user) throw used()
      return { user, taken: change.next }
    },
  }
}
