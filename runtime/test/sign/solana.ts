/** Real ed25519 signatures of messages and of serialized Solana transactions. */
import { base58, ed25519 } from '../../vendor/testKeys.ts'
import { invalid } from '../errors.ts'

export const solanaAddress = (seed: Uint8Array): string => base58.encode(ed25519.getPublicKey(seed))

/** 64 bytes. */
export const signSolanaMessage = (seed: Uint8Array, message: Uint8Array): Uint8Array => ed25519.sign(message, seed)

/** Reads a length as Solana writes it ("compact-u16"): seven bits a byte, the lowest first. */
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
 * Signs a serialized transaction, legacy or version 0, for one of its signers; other signatures are kept. Throws -32602
 * for one that is malformed or not this key's to sign. Source: Solana documentation, "Transaction format": signatures,
 * then the message, whose first accounts are the signers.
 */
export function signSolanaTransaction(
  seed: Uint8Array,
  serialized: Uint8Array,
): { signature: Uint8Array; transaction: Uint8Array } {
  const { length: count, end } = lengthAt(serialized, 0)
  const message = serialized.subarray(end + 64 * count)
  const header = (message[0] ?? 0) >= 128 ? 1 : 0
  const signers = message[header] ?? 0
  const keys = lengthAt(message, header + 3)
  if (count !== signers || keys.length < signers) throw invalid('The transaction is not well formed')
  const own = base58.encode(ed25519.getPublicKey(seed))
  const keyAt = (index: number) => base58.encode(message.subarray(keys.end + 32 * index, keys.end + 32 * (index + 1)))
  const index = Array.from({ length: signers }, (_, each) => keyAt(each)).indexOf(own)
  if (index < 0) throw invalid(`${own} is no signer of this transaction`)
  const signature = ed25519.sign(message, seed)
  const transaction = serialized.slice()
  transaction.set(signature, end + 64 * index)
  return { signature, transaction }
}
