/**
 * Makes nonces for AES-GCM in an HSM. Most HSMs use the caller's nonce. Some, such as those in FIPS mode, refuse it:
 * they expect zeros, and overwrite them with a nonce of their own. Two encryptions with the same nonce and key would
 * reveal the key that authenticates data, so that an attacker could change data unnoticed.
 */
import { randomBytes } from 'node:crypto'
import { isAboutParameters } from './failure.ts'

/** Bytes of a nonce. */
export const NONCE = 12

export function createNonces() {
  let isOfHsm = false
  /**
   * Encrypts with a new nonce.
   * @param encrypt encrypts with the given nonce, or overwrites it with the HSM's own
   * @throws Error if the HSM refuses a random nonce and makes none itself; what it encrypted with zeros is not returned
   *   then
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
