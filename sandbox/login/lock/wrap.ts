/**
 * The encryption of the lock: the lock's key encrypts the account's keys, and the key of each passkey and of the
 * recovery code encrypts the lock's key. AES-256-GCM; the additional data names the owner and the use of each
 * ciphertext, so that no ciphertext can be put in the place of another.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const [IV_BYTES, TAG_BYTES] = [12, 16]
export const KEY_BYTES = 32

/**
 * What a ciphertext contains: the keys of `owner` (a user's id), or the lock's key for a passkey or for the recovery
 * code.
 */
export type About = readonly ['keys' | 'recovery', owner: string] | readonly ['passkey', owner: string, id: string]

const aadOf = (about: About) => Buffer.from(JSON.stringify(['walletkit lock', ...about]))

export const newLockKey = (): Buffer => randomBytes(KEY_BYTES)

export function wrap(key: Uint8Array, plain: Uint8Array, about: About): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(aadOf(about))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts what {@link wrap} encrypted. @returns undefined for another key, another `about`, or changed bytes */
export function unwrap(key: Uint8Array, wrapped: Uint8Array, about: About): Buffer | undefined {
  if (wrapped.length < IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, wrapped.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(aadOf(about))
  decipher.setAuthTag(wrapped.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

/** The length of locked keys without the outer encryption, in bytes: 64 bytes of keys, with iv and tag. */
export const LOCKED_BYTES = 64 + IV_BYTES + TAG_BYTES
