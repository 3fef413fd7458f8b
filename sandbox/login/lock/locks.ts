/**
 * Locks accounts' keys with their owners' passkeys. A random key, the lock's key, encrypts the keys. The service stores
 * only encrypted copies of the lock's key: one for each passkey, and one for a recovery code. With each request that
 * needs it, the browser sends the key that decrypts such a copy, and the service forgets it afterwards. So the database
 * and the service's own key are not enough to open locked keys.
 */
import type { User } from '../database.ts'
import { Denied } from '../denied.ts'
import type { Frame } from '../frames.ts'
import type { Limiter } from '../limits.ts'
import type { Sessions } from '../sessions.ts'
import type { Event, EventKind, Store } from '../store.ts'
import type { Transient } from '../transient.ts'
import type { Users } from '../users.ts'
import type { Vault } from '../vault.ts'
import { createChallenges, randomBase64url } from './challenges.ts'
import { createLockChanges, MOST_PASSKEYS } from './change.ts'
import { newHandle } from './handle.ts'
import { createPasskeyLogin } from './login.ts'
import { createOpening, type Opening, type Owner } from './open.ts'
import { relyingParty } from './relyingParty.ts'
import { isLocked } from './stored.ts'
import { ALGORITHMS, createVerifier, type WebAuthn } from './verify.ts'

/**
 * Whether people are asked to lock their keys. `offered`: they are asked, and may decline. `required`: the service
 * signs nothing with keys that are not locked. `off`: nobody is asked; keys that are locked stay locked.
 */
export type PasskeyRule = 'offered' | 'required' | 'off'

type Parts = {
  url: string
  store: Store
  users: Users
  sessions: Sessions
  vault: Vault
  limits: Pick<Limiter, 'attempt'>
  transient: Transient
  rule: () => PasskeyRule
  now: () => number
  webauthn: () => Promise<WebAuthn>
  eventOf: (kind: EventKind, user: User) => Event
}

export const LOCK_FIRST = 'Lock your wallet with a passkey first'

export function createLocks({ url, store, users, sessions, vault, limits, transient, rule, now, ...own }: Parts) {
  const { webauthn, eventOf } = own
  const challenges = createChallenges(transient, now)
  const verifier = createVerifier(url, webauthn)
  const rpId = relyingParty(url)
  const opening = createOpening({ store, vault, limits, challenges, verifier, now })
  const changes = createLockChanges({ store, vault, challenges, verifier, opening, now, eventOf })

  /** Data with which a page can open an account's lock for one purpose; undefined if there is no lock. */
  const toOpen = async (frame: Frame, user: User, purpose: string) => {
    if (!isLocked(user.keys)) return undefined
    const { passkeys, recovery } = user.keys.lock
    return {
      challenge: await challenges.make(frame, 'use', user, purpose),
      rpId: rpId ?? '',
      passkeys: passkeys.map(({ id, salt, transports = [] }) => ({ id, salt, transports })),
      recovery: recovery.salt,
    }
  }
  /**
   * Whether the service offers to lock keys. Browsers create no passkeys for an IP address, so `rpId` is undefined
   * there.
   */
  const isOffered = () => rpId !== undefined && rule() !== 'off'

  return {
    ...changes,
    login: createPasskeyLogin({ users, sessions, challenges, opening, rpId }),
    plainOf: (...given: Parameters<Opening['plainOf']>) => opening.plainOf(...given),
    toOpen,
    /** Deletes a user's pending challenges, so that no passkey's response to them is accepted. */
    drop: challenges.drop,
    isOffered,
    /** Whether an account's keys are locked, and if not, whether the person is asked to lock them. */
    async state(frame: Frame, user: User, purpose: string) {
      const key = await toOpen(frame, user, purpose)
      if (key) return { state: 'locked' as const, key }
      return { state: isOffered() ? rule() : ('off' as const) }
    },
    /**
     * Decrypts the key of an account's lock for one purpose; undefined if there is no lock. Fill the key with zeros
     * after use.
     * @throws Denied if the page sent nothing that opens the lock, or if a lock is required to sign and there is none
     */
    async open(owner: Owner, purpose: string): Promise<Buffer | undefined> {
      const { keys } = owner.user
      if (isLocked(keys)) return opening.keyOf(owner, keys.lock, purpose)
      if (rule() === 'required' && purpose.startsWith('sign ')) throw new Denied(LOCK_FIRST, 403, 4100)
      return undefined
    },
    /**
     * Begins a new passkey.
     * @returns the options for `navigator.credentials.create`
     * @throws Denied if the service offers no passkeys and the account has no lock, or if the account has 10 passkeys
     * already
     */
    async begin(frame: Frame, user: User) {
      if (!isOffered() && !isLocked(user.keys)) throw new Denied('This service has no passkeys', 404)
      const passkeys = isLocked(user.keys) ? user.keys.lock.passkeys : []
      if (passkeys.length >= MOST_PASSKEYS) throw new Denied(`An account has at most ${MOST_PASSKEYS} passkeys`)
      const salt = randomBase64url()
      return {
        challenge: await challenges.make(frame, 'make', user, 'make', salt),
        rpId: rpId ?? '',
        user: { id: newHandle(user), name: user.email ?? user.name ?? user.evm },
        algorithms: ALGORITHMS,
        salt,
        exclude: passkeys.map(({ id }) => id),
      }
    },
    /** An account's passkeys, as the dashboard lists them. `name` is the browser in which the passkey was made. */
    list: ({ keys }: User) =>
      isLocked(keys) ? keys.lock.passkeys.map(({ id, name, at, used }) => ({ id, name, at, used })) : [],
  }
}
