import { ed25519 } from '../../lib/vendor/siwxEd25519.ts'

/** Strict RFC 8032: refuses keys of small order, which verify for any message. Never throws. */
export function isEd25519(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    return false
  }
}
