/**
 * Rewraps every account's data key with the current master key. A server that has both master keys may run meanwhile.
 */
import { sealedOf, withSealed } from '../../sandbox/login/lock/stored.ts'
import type { Store } from '../../sandbox/login/store.ts'
import { createEnvelopes } from '../keys/envelope.ts'
import type { KeyWrapper } from '../keys/wrapper.ts'

const PAGE = 100

/** `accounts`: all accounts. `changed`: those whose data key was rewrapped. */
export type Rotated = { accounts: number; changed: number }

/**
 * A run can be stopped at any time: the next one skips what is done. An account whose keys change during the run is
 * skipped too.
 * @throws Error when a data key is wrapped with a master key that `wrapper` does not have
 */
export async function rotate(store: Store, wrapper: KeyWrapper): Promise<Rotated> {
  const envelopes = createEnvelopes(wrapper)
  const rotated: Rotated = { accounts: 0, changed: 0 }
  for (let last = ''; ;) {
    const users = await store.usersAfter(last, PAGE)
    for (const { id, keys } of users) {
      rotated.accounts += 1
      last = id
      const renewed = await envelopes.rewrap(id, sealedOf(keys))
      if (!renewed || !(await store.setKeys(id, keys, withSealed(keys, renewed)))) continue
      await store.record({ at: Date.now(), kind: 'rotated', user: id, detail: wrapper.current })
      rotated.changed += 1
    }
    if (users.length < PAGE) return rotated
  }
}
