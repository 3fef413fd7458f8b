/**
 * Verifies sr25519 and ed25519 signatures of the text between `<Bytes>` and `</Bytes>`: wallets wrap everything that is
 * not a transaction (polkadot-js, `wrapBytes`). The signature is hex of 64 bytes, or of 65 with MultiSignature's kind
 * first. An address does not contain the kind of its key, so the verifier tries both kinds for a signature of 64 bytes.
 */
import { decodeSs58, prefixOf } from '../../chains/polkadot/ss58.ts'
import { verifySr25519 } from '../../lib/vendor/siwxSr25519.ts'
import { readSigned, type Verifier } from './verifier.ts'

const SIGNATURE = /^0x(00|01)?([0-9a-f]{128})$/i
const KINDS = { ed25519: '00', sr25519: '01' } as const
/** The SS58 prefix of addresses that every chain accepts. */
const GENERIC_PREFIX = 42

/**
 * Whether the account of a sign-in session signed its message.
 *
 * @example
 * ```ts
 * import type { SIWXSession } from 'walletkit/siwx'
 * import verify from 'walletkit/siwx/polkadot'
 *
 * const isSigned = (session: SIWXSession) => verify(session)
 * ```
 */
const verify: Verifier = async (session) => {
  const signed = readSigned(session, 'polkadot')
  const { key, prefix } = decodeSs58(signed?.address) ?? {}
  const [, kind, digits] = SIGNATURE.exec(session.signature) ?? []
  if (!signed || !key || !digits || ![GENERIC_PREFIX, prefixOf(signed.chainId)].includes(prefix ?? -1)) return false
  const signature = Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const bytes = new TextEncoder().encode(`<Bytes>${session.message}</Bytes>`)
  if (kind !== KINDS.ed25519 && isSr25519(bytes, signature, key)) return true
  if (kind === KINDS.sr25519) return false
  const { isEd25519 } = await import('./ed25519.ts')
  return isEd25519(signature, bytes, key)
}
export default verify

function isSr25519(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  try {
    return verifySr25519(message, signature, key)
  } catch {
    return false
  }
}
