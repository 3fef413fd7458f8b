import { ed25519 } from '../../lib/vendor/siwxEd25519.ts'

/**
 * Whether the signature is valid by the strict rules of RFC 8032, which refuse keys of small order, because these
 * verify for any message. Never throws.
 */
export function isEd25519(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    return false
  }
}
