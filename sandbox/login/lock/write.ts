/**
 * Writes changes of a lock. Each is one write of the store, which the store refuses if the owner's session has ended.
 */
import type { StoredKeys, User } from '../database.ts'
import { epochOf, type Event, type EventKind, type Store } from '../store.ts'
import { changed, type Opening, type Owner, TRIES } from './open.ts'
import type { Lock } from './shapes.ts'
import { isLocked } from './stored.ts'

type Parts = { store: Store; opening: Opening; eventOf: (kind: EventKind, user: User) => Event }

export function createWriting({ store, opening, eventOf }: Parts) {
  /**
   * Replaces an account's keys by the result of `next`.
   * @throws Denied if the session has ended, the account's epoch is another one, or other changes were stored first
   * each time
   */
  const replace = async (
    { user, session }: Owner,
    epoch: number,
    kind: EventKind,
    next: (keys: StoredKeys) => Promise<StoredKeys>,
  ): Promise<void> => {
    const by = { session: session.token, epoch, event: eventOf(kind, user) }
    for (let left = TRIES; left > 0; left--) {
      const keys = (await store.userById(user.id))?.keys
      if (!keys) break
      if (await store.setKeys(user.id, keys, await next(keys), by)) return
    }
    throw changed()
  }
  return {
    replace,
    /**
     * Decrypts the lock's key, calls `change` with it, and then fills it with zeros. `kind` is also the purpose of the
     * challenge that the passkey signed.
     */
    withKey: async (owner: Owner, kind: EventKind, change: (key: Uint8Array) => Promise<void>): Promise<void> => {
      const { keys } = owner.user
      if (!isLocked(keys)) throw changed()
      const key = await opening.keyOf(owner, keys.lock, kind)
      try {
        await change(key)
      } finally {
        key.fill(0)
      }
    },
    /**
     * Changes a lock.
     * @throws Denied if `key` is not the lock's key any more: the owner may have removed the lock and made another one
     *   since `key` was decrypted
     */
    changeLock: (owner: Owner, key: Uint8Array, kind: EventKind, next: (lock: Lock) => Lock): Promise<void> =>
      replace(owner, epochOf(owner.user), kind, async (keys) => {
        if (!isLocked(keys)) throw changed()
        ;(await opening.plainOf(owner.user.id, keys, key)).fill(0)
        return { ...keys, lock: next(keys.lock) }
      }),
  }
}
