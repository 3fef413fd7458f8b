/**
 * The nonce of AES-GCM in an HSM. Most take the caller's; some (such as those in FIPS mode) refuse it, want zeros, and put
 * their own in the place of these. A nonce that is used twice with one key would give the key's hash away.
 */
import { randomBytes } from 'node:crypto'
import { isAboutParameters } from './failure.ts'

/** Bytes. */
export const NONCE = 12

export function createNonces() {
  let isOfHsm = false
  /**
   * @param encrypt encrypts with the nonce, or writes the HSM's own into it
   * @throws Error if the HSM takes neither; what was encrypted with zeros is not returned then
   */
  return async (encrypt: (iv: Buffer) => Promise<Buffer>): Promise<{ iv: Buffer; sealed: Buffer }> => {
    if (!isOfHsm) {
      const iv = randomBytes(NONCE)
      const sealed = await encrypt(iv).catch((error: unknown) => {
        if (!isAboutParameters(error)) throw error
      })
      if (sealed) return { iv, sealed }
    }
    const iv = Buffer.alloc(NONCE)
    const sealed = await encrypt(iv)
    if (iv.every((byte) => byte === 0)) throw new Error('The HSM takes no nonce, and makes none')
    isOfHsm = true
    return { iv, sealed }
  }
}
