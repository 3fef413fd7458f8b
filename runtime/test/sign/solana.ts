/** Signs messages and serialized Solana transactions with real ed25519 keys. */
import { base58, ed25519 } from '../../lib/vendor/testKeys.ts'
import { invalid } from '../errors.ts'

/** The public key of a 32-byte seed, in base58. */
export const solanaAddress = (seed: Uint8Array): string => base58.encode(ed25519.getPublicKey(seed))

/** A signature of 64 bytes. */
export const signSolanaMessage = (seed: Uint8Array, message: Uint8Array): Uint8Array => ed25519.sign(message, seed)

/** Reads a length in Solana's "compact-u16": seven bits per byte, lowest first. */
function lengthAt(bytes: Uint8Array, start: number): { length: number; end: number } {
  let length = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[start + index]
    if (byte === undefined) break
    length |= (byte & 127) << (7 * index)
    if (byte < 128) return { length, end: start + index + 1 }
  }
  throw invalid('The transaction is cut short')
}

/**
 * Parses a transaction: signatures, then the message, which has a version byte (absent in legacy ones), the number of
 * signers, the accounts with the signers first, a blockhash, and the rest (Solana documentation, "Transactions").
 */
function parts(serialized: Uint8Array) {
  const { length: count, end } = lengthAt(serialized, 0)
  const message = serialized.subarray(end + 64 * count)
  const [first = 0] = message
  if (first > 128) throw invalid(`Transactions of version ${first & 127} are not supported`)
  const header = first === 128 ? 1 : 0
  const signing = message[header] ?? 0
  const keys = lengthAt(message, header + 3)
  if (message.length < keys.end + 32 * (keys.length + 1)) throw invalid('The transaction is cut short')
  if (count !== signing || keys.length < signing) throw invalid('The transaction is not well formed')
  const keyAt = (index: number) => base58.encode(message.subarray(keys.end + 32 * index, keys.end + 32 * (index + 1)))
  return { end, message, signers: Array.from({ length: signing }, (_, index) => keyAt(index)) }
}

/** The addresses that must sign a serialized transaction, the payer first. Throws -32602 if it is malformed. */
export const solanaSigners = (serialized: Uint8Array): string[] => parts(serialized).signers

/**
 * Signs a serialized transaction, legacy or version 0, for one of its signers, and keeps other signatures. Throws
 * -32602 if it is malformed, or if this key is not a signer.
 */
export function signSolanaTransaction(
  seed: Uint8Array,
  serialized: Uint8Array,
): { signature: Uint8Array; transaction: Uint8Array } {
  const { end, message, signers } = parts(serialized)
  const own = solanaAddress(seed)
  const index = signers.indexOf(own)
  if (index < 0) throw invalid(`${own} is not a signer of this transaction`)
  const signature = ed25519.sign(message, seed)
  // Copy: `slice` of a Node Buffer would share its memory.
  const transaction = Uint8Array.from(serialized)
  transaction.set(signature, end + 64 * index)
  return { signature, transaction }
}
