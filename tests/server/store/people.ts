/** Creates accounts, logins, changes and deletions for tests of a store. Each one is different. */
import { epochOf, type Proof, type Store } from '../../../sandbox/login/store.ts'
import type { Change, Deleted, Locked, Session, StoredKeys, User } from '../../../sandbox/login/database.ts'
import { sealedOf } from '../../../sandbox/login/lock/stored.ts'

let count = 0
export const box = (text = 'x') => ({ salt: text, iv: text, tag: text, sealed: text })
export const userOf = (about: Partial<User> = {}): User => {
  const id = `user${String(++count).padStart(4, '0')}`
  const own = { id, email: `${id}@example.com`, name: null, logins: [], evm: `0x${count}`, solana: `s${count}` }
  return {
    ...own,
    keys: { key: 'k1', wrapped: 'w', iv: 'i', tag: 't', sealed: 's' },
    preferred: 'eoa',
    known: false,
    ...about,
  }
}
/** The same keys, as if their owner had locked them with two passkeys. */
export const lockedOf = (keys: StoredKeys): Locked => {
  const salt = 'A'.repeat(43)
  const passkey = { id: 'p1', publicKey: 'k', counter: 0, salt, wrapped: 'w', name: 'Chrome', at: 1, used: 2 }
  const passkeys = [passkey, { ...passkey, id: 'p2', transports: ['usb'] }]
  return { locked: sealedOf(keys), lock: { passkeys, recovery: { salt, wrapped: 'w' } } }
}
export const sessionOf = (user: User, about: Partial<Session> = {}): Session => {
  const token = `token${++count}`
  return {
    token,
    handle: `handle${count}`,
    user: user.id,
    origin: 'https://a.example',
    until: 1e13,
    at: count,
    ...about,
  }
}
/** What proves a login to an account, as a caller has read it. */
export const proofOf = (user: User): Proof => ({
  by: [user.email ?? [], user.logins].flat(),
  epoch: epochOf(user),
})
export const addLogin = (store: Store, user: User, login: string, name: string | null = null) =>
  store.addLogin(user.id, login, name, proofOf(user))
export const changeOf = (user: User, about: Partial<Change> = {}): Change => ({
  ...{ token: `change${++count}`, user: user.id, email: user.email ?? '', next: 'next@example.com', until: 1e13 },
  ...{ name: user.name, logins: user.logins, ...about },
})
export const deletedOf = (): Deleted => ({ token: `deleted${++count}`, box: box(), until: 1e13 })

/**
 * A kind of store. `place` creates a place for one: a path or a URL. `hasProcesses`: whether several processes may use
 * it.
 */
export type Kind = {
  name: string
  place: () => Promise<string>
  open: (place: string) => Promise<Store>
  hasProcesses?: boolean
}

export const rounds = (count: number) => Array.from({ length: count }, (_, at) => at)
/** Calls `work` `count` times for each store, all at once. @returns the results */
export const atOnce = <T>(stores: readonly Store[], count: number, work: (store: Store, at: number) => Promise<T>) =>
  Promise.all(rounds(count).flatMap((at) => stores.map((store, each) => work(store, at * stores.length + each))))
