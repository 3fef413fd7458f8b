/**
 * Rewraps every account's data key with the current master key. A server that has both master keys may run at the same
 * time.
 */
import { sealedOf, withSealed } from '../../sandbox/login/lock/stored.ts'
import type { Store } from '../../sandbox/login/store.ts'
import { createEnvelopes } from '../keys/envelope.ts'
import type { KeyWrapper } from '../keys/wrapper.ts'

const PAGE = 100

/**
 * How often rewrapping an account is tried if the account's stored keys change at the same time, as a use of a passkey
 * may change them.
 */
const TRIES = 5

/** `accounts`: all accounts. `changed`: those whose data key was rewrapped. */
export type Rotated = { accounts: number; changed: number }

/**
 * Rewraps the data key of every account that another master key than the current one wraps. A run can be stopped at any
 * time: the next run skips accounts that are done.
 * @throws Error when a data key is wrapped with a master key that `wrapper` does not have, or when an account's keys
 *   change faster than they can be rewrapped
 */
export async function rotate(store: Store, wrapper: KeyWrapper): Promise<Rotated> {
  const envelopes = createEnvelopes(wrapper)
  const rotated: Rotated = { accounts: 0, changed: 0 }
  for (let last = ''; ;) {
    const users = await store.usersAfter(last, PAGE)
    for (const { id } of users) {
      rotated.accounts += 1
      last = id
      if (!(await rotateOne(store, envelopes, id))) continue
      await store.record({ at: Date.now(), kind: 'rotated', user: id, detail: wrapper.current })
      rotated.changed += 1
    }
    if (users.length < PAGE) return rotated
  }
}

/**
 * Rewraps the data key of one account.
 * @returns whether the account's data key was rewrapped; false if the current master key wraps it already, or if the
 *   account was deleted in the meantime
 */
async function rotateOne(store: Store, envelopes: ReturnType<typeof createEnvelopes>, id: string): Promise<boolean> {
  for (let left = TRIES; left > 0; left--) {
    const keys = (await store.userById(id))?.keys
    const renewed = keys && (await envelopes.rewrap(id, sealedOf(keys)))
    if (!renewed) return false
    if (await store.setKeys(id, keys, withSealed(keys, renewed))) return true
  }
  throw new Error(`The keys of the account ${id} change all the time: run this again`)
}
