import { AnswerError } from '../../errors/answer.ts'

/** What `parser` makes of an answer; throws an {@link AnswerError} where it makes nothing of it. */
export function parsed<T>(method: string, answer: unknown, parser: (answer: unknown) => T | undefined): T {
  const value = parser(answer)
  if (value === undefined) throw new AnswerError(method, answer)
  return value
}

/** Bytes, whoever's class they are of; `undefined` for anything else. */
export const parseBytes = (value: unknown): Uint8Array | undefined =>
  ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined
