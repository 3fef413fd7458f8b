import { AnswerError } from '../../errors/answer.ts'

/** Parses a response. Throws an {@link AnswerError} if `parser` returns `undefined`. */
export function parsed<T>(method: string, answer: unknown, parser: (answer: unknown) => T | undefined): T {
  const value = parser(answer)
  if (value === undefined) throw new AnswerError(method, answer)
  return value
}

/** Bytes of any typed array, such as Node's Buffer, as a Uint8Array; `undefined` for anything else. */
export const parseBytes = (value: unknown): Uint8Array | undefined =>
  ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined
