/**
 * Master keys. A master key never seals an account's keys itself: it wraps a data key that each account has of its own, so that a
 * rotation rewrites some bytes per account, and the master key can be where no program reads it (a KMS or an HSM).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** `key` is the id of the master key, `wrapped` is base64. */
export type Wrapped = { key: string; wrapped: string }

export type KeyWrapper = {
  /** The id of the master key that wraps from now on. */
  current: string
  /** `context` is bound to the data key: it is not unwrapped for another one. */
  wrap: (dataKey: Uint8Array, context: string) => Promise<Wrapped>
  /** @throws Error for an unknown master key, another context, or changed bytes */
  unwrap: (wrapped: Wrapped, context: string) => Promise<Uint8Array>
}

/** 32 random bytes, and the name by which stored data refers to them. */
export type MasterKey = { id: string; bytes: Uint8Array }

const IV_BYTES = 12
const TAG_BYTES = 16
const aad = (id: string, context: string) => Buffer.from(JSON.stringify(['walletkit data key', id, context]))

/** Wraps in this process, with AES-256-GCM. @param keys the current one first; the others only unwrap */
export function localWrapper(keys: readonly [MasterKey, ...MasterKey[]]): KeyWrapper {
  const [current] = keys
  return {
    current: current.id,
    async wrap(dataKey, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv)
      cipher.setAAD(aad(current.id, context))
      const sealed = Buffer.concat([cipher.update(dataKey), cipher.final()])
      return { key: current.id, wrapped: Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64') }
    },
    async unwrap({ key, wrapped }, context) {
      const found = keys.find(({ id }) => id === key)
      if (!found) throw new Error(`The data is under the master key "${key}", which this server was not given`)
      const bytes = Buffer.from(wrapped, 'base64')
      if (bytes.length <= IV_BYTES + TAG_BYTES) throw new Error('The wrapped key is too short')
      const decipher = createDecipheriv('aes-256-gcm', found.bytes, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(aad(key, context))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      } catch (cause) {
        throw new Error(`The data does not open with the master key "${key}"`, { cause })
      }
    },
  }
}
