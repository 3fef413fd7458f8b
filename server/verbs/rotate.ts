/** Puts every account's data key under the current master key. The server may run meanwhile, if it has both master keys. */
import type { Store } from '../../sandbox/login/store.ts'
import { createEnvelopes } from '../keys/envelope.ts'
import type { KeyWrapper } from '../keys/wrapper.ts'

const PAGE = 100

/** `changed`: accounts whose data key was under another master key. */
export type Rotated = { accounts: number; changed: number }

/** It can be stopped and started again at any time. @throws Error when a data key is under a master key that is not given */
export async function rotate(store: Store, wrapper: KeyWrapper): Promise<Rotated> {
  const envelopes = createEnvelopes(wrapper)
  const rotated: Rotated = { accounts: 0, changed: 0 }
  for (let last = ''; ;) {
    const users = await store.usersAfter(last, PAGE)
    for (const { id, keys } of users) {
      rotated.accounts += 1
      last = id
      const renewed = await envelopes.rewrap(id, keys)
      if (!renewed || !(await store.setKeys(id, keys, renewed))) continue
      await store.record({ at: Date.now(), kind: 'rotated', user: id, detail: wrapper.current })
      rotated.changed += 1
    }
    if (users.length < PAGE) return rotated
  }
}
