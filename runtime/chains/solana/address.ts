import { decodeBase58 } from '../../lib/base58.ts'

/** Whether it is an address: base58 of 32 bytes, which is 32 to 44 characters. */
export const isAddress = (text: unknown): text is string => hasLength(text, 32, 44, 32)

/** Whether it is a transaction's signature, which is also its hash: base58 of 64 bytes. */
export const isSignature = (text: unknown): text is string => hasLength(text, 64, 88, 64)

const hasLength = (text: unknown, shortest: number, longest: number, bytes: number): text is string =>
  typeof text === 'string' && text.length >= shortest && text.length <= longest && decodeBase58(text)?.length === bytes
