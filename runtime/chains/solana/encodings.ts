/** Checks and converts addresses, signatures and bytes, in the forms in which Solana's wallets and nodes write them. */
import { decodeBase58 } from '../../lib/base58.ts'
import { AnswerError } from '../../errors/answer.ts'

/** Whether a value is an address: base58 of 32 bytes, which is 32 to 44 characters. */
export const isAddress = (text: unknown): text is string => hasLength(text, 32, 44, 32)

/** Whether a value is a transaction's signature, which is also its hash: base58 of 64 bytes. */
export const isSignature = (text: unknown): text is string => hasLength(text, 64, 88, 64)

const hasLength = (text: unknown, shortest: number, longest: number, bytes: number): text is string =>
  typeof text === 'string' && text.length >= shortest && text.length <= longest && decodeBase58(text)?.length === bytes

/** Encodes bytes as base64, the text form of transactions. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Decodes base64; `undefined` if the text is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Parses the response `answer` to `method`. Throws an {@link AnswerError} if `parser` returns `undefined`. */
export function parsed<T>(method: string, answer: unknown, parser: (answer: unknown) => T | undefined): T {
  const value = parser(answer)
  if (value === undefined) throw new AnswerError(method, answer)
  return value
}

/** Bytes of any typed array, such as Node's Buffer, as a Uint8Array; `undefined` for anything else. */
export const parseBytes = (value: unknown): Uint8Array | undefined =>
  ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined
