/** Verifies ed25519 signatures of the text (CAIP-122's Solana profile). The address is the key; all is in base58. */
import { isAddress, isSignature } from '../../chains/solana/encodings.ts'
import { decodeBase58 } from '../../lib/base58.ts'
import { isEd25519 } from './ed25519.ts'
import { readSigned, type Verifier } from './verifier.ts'

/**
 * Whether the account of a sign-in session signed its message.
 *
 * @example
 * ```ts
 * import type { SIWXSession } from 'walletkit/siwx'
 * import verify from 'walletkit/siwx/solana'
 *
 * const isSigned = (session: SIWXSession) => verify(session)
 * ```
 */
const verify: Verifier = async (session) => {
  const signed = readSigned(session, 'solana')
  if (!signed || !isAddress(signed.address) || !isSignature(session.signature)) return false
  const [key, signature] = [decodeBase58(signed.address), decodeBase58(session.signature)]
  return key !== undefined && signature !== undefined && isEd25519(signature, signed.bytes, key)
}
export default verify
