const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** 22 of 62 characters hold 130 bits. */
const LENGTH = 22
/** The largest multiple of 62 below 256: bytes from here on would favour the first letters. */
const FAIR = 248

/** Letters and digits with 130 bits of the platform's randomness (decisions 4.29 ask for 96). */
export function createNonce(): string {
  let nonce = ''
  while (nonce.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < FAIR && nonce.length < LENGTH) nonce += ALPHABET[byte % ALPHABET.length]
    }
  }
  return nonce
}
