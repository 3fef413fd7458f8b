/**
 * Encrypts stored keys in boxes: AES-256-GCM, with a key that is derived from a secret. Only that secret opens a box.
 */
import { createCipheriv, createDecipheriv, hkdf, randomBytes, scrypt } from 'node:crypto'
import { lazy } from '../../runtime/lib/lazy.ts'
import type { Sealed } from './database.ts'

/** An encrypted value. All fields are base64; the random `salt` gives every box its own key. */
export type Box = { salt: string; iv: string; tag: string; sealed: string }

/** Encrypts and decrypts users' keys: this file's boxes, or a server's envelopes (`server/keys/envelope.ts`). */
export type Vault<S extends Sealed = Sealed> = {
  /** Encrypts for `owner`, a user's id: `open` fails with another one, so boxes cannot be swapped between users. */
  seal: (owner: string, plain: Uint8Array) => Promise<S>
  /** Decrypts what `seal` encrypted. @throws Error for another secret, another owner, or a changed box */
  open: (owner: string, sealed: Sealed) => Promise<Uint8Array>
}

const KEY_BYTES = 32
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytesOf = (text: string) => Buffer.from(text, 'base64')

/** Derives a key with scrypt, which is slow on purpose (16 MB, about 50 ms), so that a weak secret is hard to guess. */
const stretch = (secret: string) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(secret, 'walletkit login vault', KEY_BYTES, { N: 2 ** 14, r: 8, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

const derive = (key: Buffer, salt: Buffer, owner: string) =>
  new Promise<Buffer>((resolve, reject) =>
    hkdf('sha256', key, salt, `walletkit login box ${owner}`, KEY_BYTES, (error, own) =>
      error ? reject(error) : resolve(Buffer.from(own)),
    ),
  )

export function createVault(secret: string): Vault<Box> {
  const stretched = lazy(() => stretch(secret))
  const keyFor = async (owner: string, salt: Buffer) => derive(await stretched(), salt, owner)
  return {
    async seal(owner, plain) {
      const [salt, iv] = [randomBytes(16), randomBytes(12)]
      const cipher = createCipheriv('aes-256-gcm', await keyFor(owner, salt), iv)
      cipher.setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return { salt: base64(salt), iv: base64(iv), tag: base64(cipher.getAuthTag()), sealed: base64(sealed) }
    },
    async open(owner, box) {
      if (!('salt' in box)) throw new Error('The key does not open: it is in an envelope, not in a box')
      const decipher = createDecipheriv('aes-256-gcm', await keyFor(owner, bytesOf(box.salt)), bytesOf(box.iv), {
        authTagLength: 16,
      })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytesOf(box.tag))
      try {
        return Buffer.concat([decipher.update(bytesOf(box.sealed)), decipher.final()])
      } catch (cause) {
        throw new Error('The key does not open: the service has another secret', { cause })
      }
    },
  }
}
