/** A session's value in the store. Parsed again when read, because other software may share the store. */
import { isRecord } from '../../lib/isRecord.ts'
import { parseSession } from '../parseSession.ts'
import type { SIWXSession } from '../types.ts'

/** `end` in ms since 1970; the newest session first. */
export type SessionRecord = { end: number; sessions: readonly [SIWXSession, ...SIWXSession[]] }

export function parseRecord(text: string | undefined): SessionRecord | undefined {
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value) || typeof value.end !== 'number' || !Array.isArray(value.sessions)) return undefined
  return toRecord(
    value.end,
    value.sessions.flatMap((each) => parseSession(each) ?? []),
  )
}

/** `undefined` if no session is left. */
export function toRecord(end: number, [first, ...more]: readonly SIWXSession[]): SessionRecord | undefined {
  return first && { end, sessions: [first, ...more] }
}
