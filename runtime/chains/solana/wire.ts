/**
 * Reads transactions as bytes: the signatures, then the message, whose first keys are the signers (legacy format and
 * version 0, see "Transaction format" in Solana's documentation). It reads only what is needed to find the signers and
 * to insert a signature.
 */
import { decodeBase58, encodeBase58 } from '../../lib/base58.ts'
import { isSignature, parseBytes } from './encodings.ts'

export const SIGNATURE_BYTES = 64
const KEY_BYTES = 32

export type Wire = {
  version: 'legacy' | number
  /** The addresses that must sign; the first one pays. */
  signers: readonly string[]
  /** The offset of the signatures; the message follows them. */
  start: number
}

/** Reads a transaction's version and signers; `undefined` if the bytes are not a transaction. */
export function readWire(bytes: Uint8Array): Wire | undefined {
  const signatures = compactAt(bytes, 0)
  if (!signatures?.value) return undefined
  const message = signatures.end + SIGNATURE_BYTES * signatures.value
  const first = bytes[message] ?? 0
  const header = first < 128 ? message : message + 1
  if (bytes[header] !== signatures.value) return undefined
  const keys = compactAt(bytes, header + 3)
  // Refuse bytes that list fewer keys than signers, or end before a blockhash and an instruction count.
  if (!keys || keys.value < signatures.value) return undefined
  if (bytes.length < keys.end + KEY_BYTES * (keys.value + 1) + 1) return undefined
  const signers = Array.from({ length: signatures.value }, (_, at) =>
    encodeBase58(bytes.subarray(keys.end + KEY_BYTES * at, keys.end + KEY_BYTES * (at + 1))),
  )
  return { version: first < 128 ? 'legacy' : first & 127, signers, start: signatures.end }
}

/**
 * Reads a "compact-u16": a length of up to three bytes, seven bits each, lowest first. Refuses a longer form of a
 * number (`81 00` for 1), as Solana does.
 */
export function compactAt(bytes: Uint8Array, start: number): { value: number; end: number } | undefined {
  let value = 0
  for (let at = 0; at < 3; at++) {
    const byte = bytes[start + at]
    if (byte === undefined || (at > 0 && byte === 0)) return undefined
    value |= (byte & 127) << (7 * at)
    if (byte < 128) return value < 65_536 ? { value, end: start + at + 1 } : undefined
  }
  return undefined
}

const signatureAt = (bytes: Uint8Array, { start }: Wire, at: number) =>
  bytes.subarray(start + SIGNATURE_BYTES * at, start + SIGNATURE_BYTES * (at + 1))

/**
 * The signature of `address` in base58; `undefined` if it has not signed. Without `address`: the payer's signature,
 * which is also the transaction's hash.
 */
export function signatureOf(bytes: Uint8Array | undefined, address?: string): string | undefined {
  const wire = bytes && readWire(bytes)
  const at = wire && address !== undefined ? wire.signers.indexOf(address) : 0
  if (!wire || at < 0) return undefined
  const signature = signatureAt(bytes, wire, at)
  return signature.some(Boolean) ? encodeBase58(signature) : undefined
}

/**
 * A copy of the transaction with one signature inserted; `undefined` if `address` is not a signer, or the signature or
 * the transaction is invalid.
 */
export function withSignature(bytes: Uint8Array, address: string, signature: unknown): Uint8Array | undefined {
  const wire = readWire(bytes)
  const at = wire?.signers.indexOf(address) ?? -1
  const given = isSignature(signature) ? decodeBase58(signature) : undefined
  if (!wire || at < 0 || !given) return undefined
  const signed = bytes.slice()
  signed.set(given, wire.start + SIGNATURE_BYTES * at)
  return signed
}

/**
 * Parses the bytes of a transaction that a wallet has signed; `undefined` if `address` has not signed it. Do not
 * compare its message with the request: some wallets add instructions of their own, such as a fee.
 */
export function parseSigned(answer: unknown, address: string): Uint8Array | undefined {
  const bytes = parseBytes(answer)
  const wire = bytes && readWire(bytes)
  const at = wire?.signers.indexOf(address) ?? -1
  return wire && at >= 0 && signatureAt(bytes, wire, at).some(Boolean) ? bytes : undefined
}

/** Checks that the bytes are a transaction that `address` must sign. Throws otherwise. */
export function checkWire(bytes: Uint8Array | undefined, address: string): { bytes: Uint8Array; wire: Wire } {
  const wire = bytes && readWire(bytes)
  if (!wire) throw new Error('This is not a Solana transaction')
  if (!wire.signers.includes(address)) throw new Error(`${address} is not a signer of this transaction`)
  return { bytes, wire }
}
