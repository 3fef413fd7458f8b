/**
 * Opens the lock of an account's keys with what a page sent: a passkey's signature and the key from its PRF, or the key
 * from the recovery code.
 */
import { createHash } from 'node:crypto'
import type { Session, StoredKeys, User } from '../database.ts'
import { Denied } from '../denied.ts'
import type { Frame } from '../frames.ts'
import type { Limiter } from '../limits.ts'
import type { Store } from '../store.ts'
import type { Vault } from '../vault.ts'
import type { Challenges } from './challenges.ts'
import type { Assertion, Lock, Unlock } from './shapes.ts'
import { isLocked } from './stored.ts'
import type { Verifier } from './verify.ts'
import { unwrap } from './wrap.ts'

/**
 * Who sends a request: the account, its session, frame and browser, and (`unlock`) what opens the lock, if the page
 * sent it.
 */
export type Owner = {
  user: User
  session: Session
  frame: Frame
  browser: string | undefined
  unlock: Unlock | undefined
}

type Parts = {
  store: Store
  vault: Vault
  limits: Pick<Limiter, 'attempt'>
  challenges: Challenges
  verifier: Verifier
  now: () => number
}

/**
 * How often a change of the stored keys is tried: it starts again if another change, such as a rotation of the
 * service's key, was stored first.
 */
export const TRIES = 5
/** ms after which `used` of a passkey without a counter is stored again, so that not every use writes to the store. */
const TOUCH = 3_600_000

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
export const wrong = () => new Denied('This passkey or code does not open your wallet.', 403, 4100)
export const changed = () => new Denied('The account has changed meanwhile. Try again.', 409)

/**
 * The purpose of a challenge to sign one request. It contains a hash of the request, so that the passkey's response
 * cannot approve another one.
 */
export const signing = (request: { method: string; params?: unknown; chainId?: unknown }): string =>
  `sign ${createHash('sha256')
    .update(JSON.stringify([request.method, request.params ?? null, request.chainId ?? null]))
    .digest('hex')}`

/** Decrypts a lock's key with the key of a passkey or of the recovery code; undefined if neither fits. */
function unwrapped(id: string, { passkeys, recovery }: Lock, unlock: Unlock): Buffer | undefined {
  if ('recovery' in unlock) return unwrap(bytesOf(unlock.recovery), bytesOf(recovery.wrapped), ['recovery', id])
  const slot = passkeys.find((each) => each.id === unlock.assertion.id)
  return slot && unwrap(bytesOf(unlock.key), bytesOf(slot.wrapped), ['passkey', id, slot.id])
}

export type Opening = ReturnType<typeof createOpening>

export function createOpening({ store, vault, limits, challenges, verifier, now }: Parts) {
  /**
   * Stores that a passkey was used.
   * @throws Denied if the passkey was removed, or its counter is not higher than the stored one
   */
  const noteUse = async (id: string, passkey: string, counter: number): Promise<void> => {
    for (let left = TRIES; left > 0; left--) {
      const keys = (await store.userById(id))?.keys
      const slot = keys && isLocked(keys) ? keys.lock.passkeys.find((each) => each.id === passkey) : undefined
      if (!keys || !isLocked(keys) || !slot) throw wrong()
      // An authenticator counts either every use of a passkey or none. A counter that is not higher comes from a copy
      // of the passkey.
      const isCounted = counter > 0 || slot.counter > 0
      if (isCounted && counter <= slot.counter) throw wrong()
      if (!isCounted && slot.used + TOUCH > now()) return
      const used = { ...slot, counter, used: now() }
      const passkeys = keys.lock.passkeys.map((each) => (each === slot ? used : each))
      if (await store.setKeys(id, keys, { ...keys, lock: { ...keys.lock, passkeys } })) return
    }
    throw changed()
  }
  /**
   * Verifies what a passkey of the account signed, and stores that the passkey was used.
   * @throws Denied if it is not valid
   */
  const confirmed = async (
    { id, keys }: User,
    assertion: Assertion,
    { challenge, site }: { challenge: string; site: string },
  ): Promise<void> => {
    const slot = isLocked(keys) ? keys.lock.passkeys.find((each) => each.id === assertion.id) : undefined
    if (!slot) throw wrong()
    await noteUse(id, slot.id, await verifier.asserted(assertion, { challenge, site }, slot))
  }
  return {
    confirmed,
    /**
     * Verifies `unlock`, and decrypts the lock's key with it. Fill the key with zeros after use.
     * @throws Denied if the page sent nothing, or something that does not open the lock, or the challenge is not for
     *   `purpose`
     */
    async keyOf({ user, session, frame, unlock }: Owner, lock: Lock, purpose: string): Promise<Buffer> {
      if (!unlock) throw new Denied('Your wallet is locked: confirm with your passkey.', 403, 4100)
      // Each session has its own limit: otherwise whoever stole one session could use up the owner's attempts. The
      // limit is not what prevents guessing: the recovery code has 130 bits.
      const uncount = await limits.attempt(`lock ${user.id}`, { ip: frame.ip, lane: session.handle })
      if ('assertion' in unlock) {
        const { clientDataJSON } = unlock.assertion.response
        const { challenge } = await challenges.use(frame, 'use', { clientDataJSON, purpose, user: user.id })
        await confirmed(user, unlock.assertion, { challenge, site: frame.origin })
      }
      const key = unwrapped(user.id, lock, unlock)
      if (!key) throw wrong()
      await uncount()
      return key
    },
    /** Decrypts the keys, 64 bytes. @throws Denied if they are locked and `key` is not the lock's key */
    plainOf: async (id: string, keys: StoredKeys, key: Uint8Array | undefined): Promise<Uint8Array> => {
      if (!isLocked(keys)) return vault.open(id, keys)
      const plain = key && unwrap(key, await vault.open(id, keys.locked), ['keys', id])
      if (!plain) throw wrong()
      return plain
    },
  }
}
