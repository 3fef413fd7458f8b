/**
 * Encrypts the values of short-lived data, because some contain mail and IP addresses: a copy of a shared store must
 * not reveal who used the login.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Shape } from '../../runtime/auth/shape.ts'
import { readStored } from './json.ts'

const [SALT, TAG] = [16, 16]
/** A constant nonce is safe here, because each value is encrypted with a key of its own (from a random salt). */
const NONCE = Buffer.alloc(12)

/** @param secret must be the same in every process */
export function createSealed(secret: Uint8Array) {
  const base = Buffer.from(hkdfSync('sha256', secret, '', 'walletkit transient values', 32))
  const keyOf = (salt: Uint8Array) => createHmac('sha256', base).update(salt).digest()
  const open = (text: string, column: string): string => {
    const bytes = Buffer.from(text, 'base64')
    const [salt, tag] = [bytes.subarray(0, SALT), bytes.subarray(SALT, SALT + TAG)]
    const decipher = createDecipheriv('aes-256-gcm', keyOf(salt), NONCE, { authTagLength: TAG })
    decipher.setAAD(Buffer.from(column)).setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes.subarray(SALT + TAG)), decipher.final()]).toString('utf8')
  }
  return {
    write(value: unknown, column: string): string {
      const salt = randomBytes(SALT)
      const cipher = createCipheriv('aes-256-gcm', keyOf(salt), NONCE)
      cipher.setAAD(Buffer.from(column))
      const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
      return Buffer.concat([salt, cipher.getAuthTag(), sealed]).toString('base64')
    },
    /**
     * Decrypts and parses a value.
     * @throws Error as {@link readStored} does, also for a value that was encrypted with another secret or for another
     *   column
     */
    read: <T>(shape: Shape<T>, text: string, column: string): T => readStored(shape, () => open(text, column), column),
  }
}
