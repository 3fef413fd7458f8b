/**
 * Master keys. A master key does not encrypt an account's keys: it wraps (encrypts) the account's data key, which
 * encrypts them. So a rotation rewrites only the wrapped data keys, and the master key can stay in a vault or an HSM,
 * which never reveals it.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * `key` is the id of the master key. `wrapped` is base64, or the vault's own text (`vault:v1:…`) for a key in a vault.
 */
export type Wrapped = { key: string; wrapped: string }

export type KeyWrapper = {
  /** The id of the master key that `wrap` uses. */
  current: string
  /**
   * Encrypts a data key with the current master key. `context` (here the account's id) is authenticated with the data
   * key: `unwrap` fails with any other context.
   */
  wrap: (dataKey: Uint8Array, context: string) => Promise<Wrapped>
  /**
   * Decrypts a data key with the master key that wrapped it.
   * @throws Error for an unknown master key, another context, or changed bytes
   */
  unwrap: (wrapped: Wrapped, context: string) => Promise<Uint8Array>
}

/** 32 random bytes, and the id by which stored data names them. */
export type MasterKey = { id: string; bytes: Uint8Array }

const IV_BYTES = 12
const TAG_BYTES = 16
/** What AES-GCM authenticates with a data key: the id of its master key, and whose it is. */
export const associatedData = (id: string, context: string): Buffer =>
  Buffer.from(JSON.stringify(['walletkit data key', id, context]))

/**
 * Makes a wrapper that wraps data keys in this process, with AES-256-GCM.
 * @param keys the first key wraps; the others only unwrap older data
 */
export function localWrapper(keys: readonly [MasterKey, ...MasterKey[]]): KeyWrapper {
  const [current] = keys
  return {
    current: current.id,
    async wrap(dataKey, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv)
      cipher.setAAD(associatedData(current.id, context))
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
      decipher.setAAD(associatedData(key, context))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      } catch (cause) {
        throw new Error(`The data does not open with the master key "${key}"`, { cause })
      }
    },
  }
}
