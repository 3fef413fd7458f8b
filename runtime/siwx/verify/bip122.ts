/**
 * Verifies "simple" BIP-322 signatures of native segwit (P2WPKH) and taproot (P2TR, key path), and BIP-137 signatures
 * of addresses that are the hash of one key (P2PKH, P2SH-P2WPKH, P2WPKH).
 */
import { ripemd160, sha256 } from 'viem'
import { type AddressKind, networkOf, parseAddress } from '../../chains/bip122/address.ts'
import { decodeBech32 } from '../../chains/bip122/bech32.ts'
import { chainOf } from '../../chains/bip122/chains.ts'
import { parseSignature, toBytes } from '../../chains/bip122/parse.ts'
import { decodeBase58 } from '../../lib/base58.ts'
import { schnorr, secp256k1 } from '../../lib/vendor/siwxSecp256k1.ts'
import { concat, legacyHash, segwitHash, taprootHash } from './bip322.ts'
import { readSigned, type Verifier } from './verifier.ts'

const SIGHASH_ALL = 1

/**
 * Whether the account of a sign-in session signed its message.
 *
 * @example
 * ```ts
 * import type { SIWXSession } from 'walletkit/siwx'
 * import verify from 'walletkit/siwx/bip122'
 *
 * const isSigned = (session: SIWXSession) => verify(session)
 * ```
 */
const verify: Verifier = async (session) => {
  const signed = readSigned(session, 'bip122')
  const address = signed && parseAddress(signed.address)
  const parsed = parseSignature(session.signature)
  const signature = parsed && toBytes(parsed.signature)
  if (!signed || !address?.networks.includes(networkOf(chainOf(signed.chainId))) || !signature) return false
  const program = programOf(signed.address)
  if (!program) return false
  try {
    return parsed.protocol === 'ecdsa'
      ? isBip137(signature, signed.bytes, address.kind, program)
      : isBip322(signature, signed.bytes, address.kind, program)
  } catch {
    // The library noble throws for invalid points and numbers: such a signature is not valid.
    return false
  }
}
export default verify

function isBip322(signature: Uint8Array, message: Uint8Array, kind: AddressKind, program: Uint8Array): boolean {
  const [proof, key, ...more] = readWitness(signature) ?? []
  if (!proof || more.length) return false
  if (kind === 'p2tr') {
    // A taproot proof of 64 bytes uses SIGHASH_DEFAULT. In a proof of 65 bytes, the last byte must be SIGHASH_ALL.
    const rule = proof.length === 65 ? proof[64] : proof.length === 64 ? 0 : undefined
    if (key || (rule !== 0 && rule !== SIGHASH_ALL) || (rule === 0 && proof.length === 65)) return false
    return schnorr.verify(proof.subarray(0, 64), taprootHash(message, program, rule), program)
  }
  if (kind !== 'p2wpkh' || key?.length !== 33 || !isEqual(hash160(key), program)) return false
  if (proof.at(-1) !== SIGHASH_ALL) return false
  const hash = segwitHash(message, program)
  return secp256k1.verify(secp256k1.Signature.fromDER(proof.subarray(0, -1)), hash, key, { lowS: true, prehash: false })
}

/**
 * Verifies a BIP-137 signature. Its first byte says how to recover the key. The byte also encodes a kind of address,
 * which is ignored, because wallets disagree about it.
 */
function isBip137(signature: Uint8Array, message: Uint8Array, kind: AddressKind, program: Uint8Array): boolean {
  const [header = 0] = signature
  if (header < 27 || header > 42) return false
  const isCompressed = header >= 31
  const key = secp256k1.Signature.fromCompact(signature.subarray(1))
    .addRecoveryBit((header - 27) & 3)
    .recoverPublicKey(legacyHash(message))
    .toRawBytes(isCompressed)
  if (kind === 'p2pkh') return isEqual(hash160(key), program)
  if (!isCompressed) return false
  if (kind === 'p2wpkh') return isEqual(hash160(key), program)
  return kind === 'p2sh' && isEqual(hash160(concat([0, 20], hash160(key))), program)
}

/** Reads the items of a witness, which is all that a "simple" signature contains. `undefined` if it is malformed. */
function readWitness(bytes: Uint8Array): Uint8Array[] | undefined {
  const items: Uint8Array[] = []
  const [count = 0] = bytes
  let at = 1
  // Both kinds of address need at most two items, of at most 252 bytes each, so every length is a single byte.
  if (count < 1 || count > 2) return undefined
  for (let item = 0; item < count; item++) {
    const length = bytes[at] ?? 253
    if (length > 252 || at + 1 + length > bytes.length) return undefined
    items.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return at === bytes.length ? items : undefined
}

/** The hash or key in an address, in bytes. */
function programOf(address: string): Uint8Array | undefined {
  const { words } = decodeBech32(address) ?? {}
  if (!words) return decodeBase58(address)?.subarray(1, 21)
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  for (const word of words.slice(1)) {
    held = ((held << 5) | word) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 255)
  }
  return Uint8Array.from(bytes)
}

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes, 'bytes'), 'bytes')

const isEqual = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
