/**
 * Undoes a change of address or a deletion of an account by a link, usually mailed, which works once, for three days.
 */
import type { Change, Deleted, Session, User } from './database.ts'
import { createKey, openAccount, sealAccount } from './deleted.ts'
import { Denied } from './denied.ts'
import { hashOf, randomToken } from './random.ts'
import { earlier, epochOf, takeBack, type Store } from './store.ts'

/** What a link undoes: a change of address from `email` to `next`, or a deletion. */
export type Undoing = { kind: 'email'; email: string; next: string } | { kind: 'deletion' }

/** How long a change or a deletion can be undone, in ms. */
const UNDO_LIFE = 3 * 86_400_000

const old = () => new Denied('This link was used already, or is too old.', 410)
const taken = (what: string) =>
  new Denied(`This ${what} has a new account since. Delete that account first, then open the link again.`, 409)

export type Undo = ReturnType<typeof createUndo>

export function createUndo(store: Store, now: () => number) {
  const live = async (token: string): Promise<{ change: Change; user: User }> => {
    const change = await store.change(hashOf(token))
    const user = change && (await store.userById(change.user))
    if (!change || !user || change.until < now()) throw old()
    return { change, user }
  }
  const deletedBy = async (token: string): Promise<Deleted | undefined> => {
    const deleted = await store.deleted(hashOf(token))
    return deleted && deleted.until >= now() ? deleted : undefined
  }

  /** Restores a deleted account. If the link is that of an earlier change of address, that change is undone too. */
  const restore = async (gone: Deleted, token: string) => {
    const { user, changes } = await openAccount(gone, token)
    const change = changes.find((each) => each.token === gone.token)
    if (change) takeBack(user, change)
    // Raise the epoch: logins that began before the deletion must not end in a session of the restored account.
    user.epoch = epochOf(user) + 1
    const ended = await store.restoreUser(gone.token, user, change ? earlier(changes, change) : changes)
    if (ended === 'used') throw old()
    if (ended === 'taken') throw taken('login')
    return { user, taken: change?.next ?? null }
  }

  return {
    /**
     * Prepares a link that undoes a change of the user's email address to `next`. Stores nothing: the caller does.
     * @returns the link's token, and the record of the change for the store
     */
    async prepare(user: User, next: string): Promise<{ token: string; change: Change }> {
      const token = randomToken()
      const before = { email: user.email ?? '', name: user.name, logins: [...user.logins] }
      const change = { token: hashOf(token), user: user.id, next, until: now() + UNDO_LIFE }
      return { token, change: { ...change, ...before, ...(await createKey(token)) } }
    },
    /**
     * Deletes an account; an encrypted copy stays.
     * @returns the token of the link that restores it
     * @throws Denied if the account is gone, or `session`, which asks for the deletion, has ended
     */
    async delete({ id }: Pick<User, 'id'>, session: Session): Promise<string> {
      const token = randomToken()
      for (;;) {
        const [user, changes] = [await store.userById(id), await store.changesOf(id)]
        if (!user) throw new Denied('Nobody is signed in', 401, 4100)
        const undoable = changes.filter(({ until }) => until >= now())
        const rows = await sealAccount(user, undoable, token, now() + UNDO_LIFE)
        const ended = await store.deleteUser(user, changes, rows, session.token)
        if (ended === 'done') return token
        // `changed`: the account changed while it was encrypted, so the encrypted copies in `rows` are out of date. The
        // loop then reads and encrypts the account again.
        if (ended !== 'changed') throw new Denied('Nobody is signed in', 401, 4100)
      }
    },
    /** Erases changes and deleted accounts that can no longer be undone, and sessions that have ended. */
    erase: () => store.erase(now()),
    /** Describes what a link would undo. @throws Denied for a link that is used or expired */
    async find(token: string): Promise<Undoing> {
      if (await deletedBy(token)) return { kind: 'deletion' }
      const { email, next } = (await live(token)).change
      return { kind: 'email', email, next }
    },
    /**
     * Undoes a change: restores the address, the name and the logins from before, and ends every session and forgets
     * every browser of the user, because they may be those of whoever made the change. Or restores a deleted account,
     * also by the link of a change that was made before the deletion.
     * @returns the user, and (`taken`) the address that no longer leads to the account; null if only a deletion was
     * undone
     * @throws Denied for a link that is used or expired, or if the address or a login belongs to another account now
     */
    async run(token: string): Promise<{ user: User; taken: string | null }> {
      const gone = await deletedBy(token)
      if (gone) return restore(gone, token)
      const { change } = await live(token)
      const ended = await store.takeBackChange(change.token)
      const user = ended === 'done' ? await store.userById(change.user) : undefined
      if (ended === 'taken') throw taken('address')
      if (!user) throw old()
      return { user, taken: change.next }
    },
  }
}
