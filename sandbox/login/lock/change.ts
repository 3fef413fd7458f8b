/** Makes, changes and removes the lock of an account's keys. Each change is one write of the store: the old or the new. */
import type { User } from '../database.ts'
import { Denied } from '../denied.ts'
import { epochOf, type Event, type EventKind, type Store } from '../store.ts'
import type { Vault } from '../vault.ts'
import type { Challenge, Challenges } from './challenges.ts'
import { changed, type Opening, type Owner } from './open.ts'
import type { Lock, NewPasskey, NewRecovery, Passkey } from './shapes.ts'
import { isLocked } from './stored.ts'
import type { Verifier } from './verify.ts'
import { newLockKey, wrap } from './wrap.ts'
import { createWriting } from './write.ts'

type Parts = {
  store: Store
  vault: Vault
  challenges: Challenges
  verifier: Verifier
  opening: Opening
  now: () => number
  eventOf: (kind: EventKind, user: User) => Event
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const recoveryOf = ({ user }: Owner, given: NewRecovery, key: Uint8Array): Lock['recovery'] => ({
  salt: given.salt,
  wrapped: textOf(wrap(bytesOf(given.key), key, ['recovery', user.id])),
})

export function createLockChanges({ store, vault, challenges, verifier, opening, now, eventOf }: Parts) {
  const { replace, withKey, changeLock } = createWriting({ store, opening, eventOf })
  const passkeyOf = async (
    { user, browser }: Owner,
    made: Challenge,
    given: NewPasskey,
    lockKey: Uint8Array,
  ): Promise<Passkey> => {
    const { id, publicKey, counter } = await verifier.registered(given.registration, made.challenge)
    const { transports } = given.registration.response
    const wrapped = textOf(wrap(bytesOf(given.key), lockKey, ['passkey', user.id, id]))
    const [at, salt, name] = [now(), made.salt ?? '', browser ?? '']
    return { id, publicKey, counter, salt, wrapped, name, at, used: at, ...(transports && { transports }) }
  }
  const madeFor = ({ frame, user }: Owner) => challenges.use(frame, 'make', 'make', user.id)

  return {
    /** Locks keys that have no lock. @throws Denied for a passkey that is not right, or if something came between */
    async lock(owner: Owner, given: { passkey: NewPasskey; recovery: NewRecovery }): Promise<void> {
      const { id } = owner.user
      const made = await madeFor(owner)
      const lockKey = newLockKey()
      try {
        const passkeys = [await passkeyOf(owner, made, given.passkey, lockKey)]
        const lock = { passkeys, recovery: recoveryOf(owner, given.recovery, lockKey) }
        await replace(owner, made.epoch, 'locked', async (keys) => {
          if (isLocked(keys)) throw changed()
          const plain = await vault.open(id, keys)
          const locked = await vault.seal(id, wrap(lockKey, plain, ['keys', id]))
          plain.fill(0)
          return { locked, lock }
        })
      } finally {
        lockKey.fill(0)
      }
    },
    /** Adds a passkey to a lock. @throws Denied */
    add: (owner: Owner, given: NewPasskey): Promise<void> =>
      withKey(owner, 'passkeyAdded', async (key) => {
        const passkey = await passkeyOf(owner, await madeFor(owner), given, key)
        await changeLock(owner, key, 'passkeyAdded', (lock) => ({ ...lock, passkeys: [...lock.passkeys, passkey] }))
      }),
    /** Removes a passkey from a lock. @throws Denied for the last one */
    remove: (owner: Owner, id: string): Promise<void> =>
      withKey(owner, 'passkeyRemoved', (key) =>
        changeLock(owner, key, 'passkeyRemoved', (lock) => {
          const passkeys = lock.passkeys.filter((each) => each.id !== id)
          if (!passkeys.length) throw new Denied('This is your last passkey. Remove the lock instead.')
          return { ...lock, passkeys }
        }),
      ),
    /** Replaces the recovery code. @throws Denied */
    renew: (owner: Owner, given: NewRecovery): Promise<void> =>
      withKey(owner, 'recoveryRenewed', (key) =>
        changeLock(owner, key, 'recoveryRenewed', (lock) => ({ ...lock, recovery: recoveryOf(owner, given, key) })),
      ),
    /** Removes the lock: from then on the service alone can open the keys. @throws Denied */
    unlock: (owner: Owner): Promise<void> =>
      withKey(owner, 'unlocked', (key) =>
        replace(owner, epochOf(owner.user), 'unlocked', async (keys) => {
          const plain = await opening.plainOf(owner.user.id, keys, key)
          const sealed = await vault.seal(owner.user.id, plain)
          plain.fill(0)
          return sealed
        }),
      ),
  }
}
