import { decodeBase58 } from '../../lib/base58.ts'

/** An address as the spec has it: base58 of 32 bytes, which is 32 to 44 characters (spec section 5; reference 1.18). */
export const isAddress = (text: unknown): text is string => hasLength(text, 32, 44, 32)

/** A transaction's signature, which is also its hash: base58 of 64 bytes. */
export const isSignature = (text: unknown): text is string => hasLength(text, 64, 88, 64)

const hasLength = (text: unknown, shortest: number, longest: number, bytes: number): text is string =>
  typeof text === 'string' && text.length >= shortest && text.length <= longest && decodeBase58(text)?.length === bytes
