/**
 * Locks accounts' keys with their owners' passkeys. The keys are encrypted under a random key, of which the service
 * keeps only copies that are encrypted themselves: one for each passkey, and one for a recovery code. The browser sends
 * the key of such a copy with the request that needs it, and the service forgets it afterwards. So the database and the
 * service's own key do not open locked keys.
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

/** Whether people are asked to lock their keys. `required`: who has not locked them signs nothing. */
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

  /** What a page needs to open an account's lock for one purpose; undefined if there is no lock. */
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
  /** Browsers make no passkeys for an IP address, so a service without a name offers none. */
  const isOffered = () => rpId !== undefined && rule() !== 'off'

  return {
    ...changes,
    login: createPasskeyLogin({ users, sessions, challenges, opening, rpId }),
    plainOf: (...given: Parameters<Opening['plainOf']>) => opening.plainOf(...given),
    toOpen,
    /** Ends what a user's passkeys were asked to sign. */
    drop: challenges.drop,
    isOffered,
    /** Whether an account's keys are locked, and if not, whether the person is asked to lock them. */
    async state(frame: Frame, user: User, purpose: string) {
      const key = await toOpen(frame, user, purpose)
      if (key) return { state: 'locked' as const, key }
      return { state: isOffered() ? rule() : ('off' as const) }
    },
    /**
     * Opens the key of an account's lock for one purpose; undefined if there is no lock. Fill it with zeros after use.
     * @throws Denied if what the page sent does not open it, or if a lock is required to sign and there is none
     */
    async open(owner: Owner, purpose: string): Promise<Buffer | undefined> {
      const { keys } = owner.user
      if (isLocked(keys)) return opening.keyOf(owner, keys.lock, purpose)
      if (rule() === 'required' && purpose.startsWith('sign ')) throw new Denied(LOCK_FIRST, 403, 4100)
      return undefined
    },
    /** Begins a new passkey. @returns the options for `navigator.credentials.create` */
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
    /** An account's passkeys, as the dashboard lists them. `name` is the browser in which one was made. */
    list: ({ keys }: User) =>
      isLocked(keys) ? keys.lock.passkeys.map(({ id, name, at, used }) => ({ id, name, at, used })) : [],
  }
}
