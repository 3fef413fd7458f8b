const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** 22 characters out of 62 are 130 bits. */
const LENGTH = 22
/** The largest multiple of 62 below 256. Discard bytes from here on, because they would favour the first letters. */
const FAIR = 248

/**
 * A nonce of letters and digits, with 130 bits from the platform's random source.
 *
 * @example
 * ```ts
 * import { createNonce } from 'walletkit/siwx'
 *
 * const nonce = createNonce()
 * ```
 */
export function createNonce(): string {
  let nonce = ''
  while (nonce.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < FAIR && nonce.length < LENGTH) nonce += ALPHABET[byte % ALPHABET.length]
    }
  }
  return nonce
}
