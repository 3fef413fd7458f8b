/** Reads call data as a contract does: a selector of 4 bytes and words of 32, in hexadecimal digits. */
import { amountOf } from '../shape.ts'

export const selectorOf = (call: string): string => call.slice(0, 10).toLowerCase()

/** The word at `index`; null if the call data ends before the word does (a contract would read zeros there). */
export function wordOf(call: string, index: number): string | null {
  const word = call.slice(10 + index * 64, 74 + index * 64)
  return word.length === 64 ? `0x${word}` : null
}

/** The address in a word, which is its last 20 bytes; null if there is no such word. */
export function addressOf(call: string, index: number): string | null {
  const word = wordOf(call, index)
  return word === null ? null : `0x${word.slice(26)}`
}

/**
 * The `bytes` parameter whose offset is in the word at `index`; undefined if the call data ends before the parameter
 * does.
 */
export function bytesOf(call: string, index: number): string | undefined {
  const place = amountOf(wordOf(call, index))
  if (place === undefined || place > BigInt(call.length)) return undefined
  const start = 10 + Number(place) * 2
  const length = call.length < start + 64 ? undefined : amountOf(`0x${call.slice(start, start + 64)}`)
  if (length === undefined || length > BigInt(call.length)) return undefined
  const end = start + 64 + Number(length) * 2
  return end > call.length ? undefined : `0x${call.slice(start + 64, end)}`
}
