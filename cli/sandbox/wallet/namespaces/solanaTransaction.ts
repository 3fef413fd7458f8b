/** Signing Solana's transactions as bytes (Solana documentation, "Transactions"). */
import { ed25519 } from '@noble/curves/ed25519'
import { base58, base64 } from '@scure/base'
import { invalid } from '../namespace.ts'

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

/** Signatures, then the message whose first accounts are the signers. */
function parts(serialized: Uint8Array) {
  const { length: count, end } = lengthAt(serialized, 0)
  const message = serialized.subarray(end + 64 * count)
  const header = (message[0] ?? 0) >= 128 ? 1 : 0
  const signing = message[header] ?? 0
  const keys = lengthAt(message, header + 3)
  if (count !== signing || keys.length < signing) throw invalid('The transaction is not well formed')
  const keyAt = (index: number) => base58.encode(message.subarray(keys.end + 32 * index, keys.end + 32 * (index + 1)))
  return { end, message, signers: Array.from({ length: signing }, (_, index) => keyAt(index)) }
}

/** Who has to sign, who pays first. @throws Fault */
export const signersOf = (serialized: Uint8Array): string[] => parts(serialized).signers

/** Signs a serialized transaction, legacy or version 0, for one of its signers; other signatures are kept. @throws Fault */
export function signTransaction(serialized: Uint8Array, address: string, seed: Uint8Array) {
  const { end, message, signers } = parts(serialized)
  const index = signers.indexOf(address)
  if (index < 0) throw invalid(`${address} is no signer of this transaction`)
  const signature = ed25519.sign(message, seed)
  const signed = serialized.slice()
  signed.set(signature, end + 64 * index)
  return { signature: base58.encode(signature), transaction: base64.encode(signed) }
}
