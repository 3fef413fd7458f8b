/**
 * Makes, changes and removes the lock of an account's keys. Each change is one write of the store, so that a crash
 * leaves either the old state or the new one.
 */
import type { User } from '../database.ts'
import { Denied } from '../denied.ts'
import { epochOf, type Event, type EventKind, type Store } from '../store.ts'
import type { Vault } from '../vault.ts'
import type { Challenge, Challenges } from './challenges.ts'
import { changed, type Opening, type Owner } from './open.ts'
import { type Lock, type NewPasskey, type NewRecovery, type Passkey, passkeyShape } from './shapes.ts'
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

export const MOST_PASSKEYS = 10
/** The most transports (ways to reach a passkey's device) that are stored; WebAuthn 3 defines six. */
const MOST_TRANSPORTS = 8

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const recoveryOf = ({ user }: Owner, given: NewRecovery, key: Uint8Array): Lock['recovery'] => ({
  salt: given.salt,
  wrapped: textOf(wrap(bytesOf(given.key), key, ['recovery', user.id])),
})

/**
 * Compares the keys with what their new encryption decrypts to, and fills both with zeros.
 * @throws Error if they differ
 */
function mustBeSame(plain: Uint8Array, again: Uint8Array): void {
  const isSame = Buffer.from(plain).equals(again)
  for (const bytes of [plain, again]) bytes.fill(0)
  if (!isSame) throw new Error('The keys do not open after they were encrypted anew')
}

/**
 * Whether an earlier request stored this recovery code already, and the page repeats it because the response was lost.
 * The code's random salt shows that.
 */
const isDone = ({ keys }: User, { salt }: NewRecovery): boolean => isLocked(keys) && keys.lock.recovery.salt === salt

export function createLockChanges({ store, vault, challenges, verifier, opening, now, eventOf }: Parts) {
  const { replace, withKey, changeLock } = createWriting({ store, opening, eventOf })
  const passkeyOf = async (
    { user, browser }: Owner,
    made: Challenge,
    given: NewPasskey,
    lockKey: Uint8Array,
  ): Promise<Passkey> => {
    const { id, publicKey, counter } = await verifier.registered(given.registration, made.challenge)
    const transports = given.registration.response.transports?.slice(0, MOST_TRANSPORTS)
    const wrapped = textOf(wrap(bytesOf(given.key), lockKey, ['passkey', user.id, id]))
    const [at, salt, name] = [now(), made.salt ?? '', browser ?? '']
    const passkey = { id, publicKey, counter, salt, wrapped, name, at, used: at, ...(transports && { transports }) }
    // Reject a value that could not be parsed again when the account is read.
    return passkeyShape.parse(passkey, 'passkey')
  }
  const madeFor = ({ frame, user }: Owner, { registration }: NewPasskey) => {
    const { clientDataJSON } = registration.response
    return challenges.use(frame, 'make', { clientDataJSON, purpose: 'make', user: user.id })
  }

  return {
    /**
     * Locks keys that have no lock. Does nothing if an earlier request with this recovery code did, because an error
     * would make the person throw away a valid code.
     * @throws Denied for a passkey that is not accepted, or if the account changed or was locked by another request
     */
    async lock(owner: Owner, given: { passkey: NewPasskey; recovery: NewRecovery }): Promise<void> {
      if (isDone(owner.user, given.recovery)) return
      const { id } = owner.user
      const made = await madeFor(owner, given.passkey)
      const lockKey = newLockKey()
      try {
        const passkeys = [await passkeyOf(owner, made, given.passkey, lockKey)]
        const lock = { passkeys, recovery: recoveryOf(owner, given.recovery, lockKey) }
        await replace(owner, made.epoch, 'locked', async (keys) => {
          if (isLocked(keys)) throw changed()
          const plain = await vault.open(id, keys)
          const locked = await vault.seal(id, wrap(lockKey, plain, ['keys', id]))
          // The result replaces the only copy of the keys, so prove first that it can be decrypted.
          const again = await opening.plainOf(id, { locked, lock }, lockKey)
          mustBeSame(plain, again)
          return { locked, lock }
        })
      } finally {
        lockKey.fill(0)
      }
    },
    /**
     * Adds a passkey to a lock.
     * @throws Denied if the request does not open the lock, if it has too many passkeys, or if the passkey is rejected
     */
    add: (owner: Owner, given: NewPasskey): Promise<void> =>
      withKey(owner, 'passkeyAdded', async (key) => {
        const passkey = await passkeyOf(owner, await madeFor(owner, given), given, key)
        await changeLock(owner, key, 'passkeyAdded', (lock) => {
          if (lock.passkeys.length >= MOST_PASSKEYS)
            throw new Denied(`An account has at most ${MOST_PASSKEYS} passkeys`)
          return { ...lock, passkeys: [...lock.passkeys, passkey] }
        })
      }),
    /** Removes a passkey from a lock. @throws Denied for the last passkey, and for the one that confirms the removal */
    remove: (owner: Owner, id: string): Promise<void> =>
      withKey(owner, 'passkeyRemoved', (key) =>
        changeLock(owner, key, 'passkeyRemoved', (lock) => {
          const passkeys = lock.passkeys.filter((each) => each.id !== id)
          if (!passkeys.length) throw new Denied('This is your last passkey. Remove the lock instead.')
          // The person has to confirm with something that stays: that proves that the lock can still be opened
          // afterwards.
          if (owner.unlock && 'assertion' in owner.unlock && owner.unlock.assertion.id === id)
            throw new Denied('Confirm with another passkey, or with your recovery code.', 403, 4100)
          return { ...lock, passkeys }
        }),
      ),
    /**
     * Replaces the recovery code. Does nothing if an earlier request stored this code already.
     * @throws Denied if the request does not open the lock
     */
    renew: async (owner: Owner, given: NewRecovery): Promise<void> => {
      if (isDone(owner.user, given)) return
      await withKey(owner, 'recoveryRenewed', (key) =>
        changeLock(owner, key, 'recoveryRenewed', (lock) => ({ ...lock, recovery: recoveryOf(owner, given, key) })),
      )
    },
    /**
     * Removes the lock: from then on the service can decrypt the keys without the owner.
     * @throws Denied if the request does not open the lock
     */
    unlock: (owner: Owner): Promise<void> =>
      withKey(owner, 'unlocked', (key) =>
        replace(owner, epochOf(owner.user), 'unlocked', async (keys) => {
          const plain = await opening.plainOf(owner.user.id, keys, key)
          const sealed = await vault.seal(owner.user.id, plain)
          const again = await vault.open(owner.user.id, sealed)
          mustBeSame(plain, again)
          return sealed
        }),
      ),
  }
}
