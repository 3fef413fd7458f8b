/** A browser's sign-ins as they are written to the store. They are checked when read, because other software may share the store. */
import { isRecord } from '../../lib/isRecord.ts'
import { parseSession } from '../parseSession.ts'
import type { SIWXSession } from '../types.ts'

/** One sign-in and its own end, in ms since 1970: a later sign-in in the same browser does not prolong it. */
export type Entry = { end: number; session: SIWXSession }
/** The newest entry first. */
export type SessionRecord = readonly [Entry, ...Entry[]]

export const endOf = (record: SessionRecord): number => Math.max(...record.map(({ end }) => end))

export const writeRecord = (record: SessionRecord): string =>
  JSON.stringify({
    end: endOf(record),
    ends: record.map(({ end }) => end),
    sessions: record.map(({ session }) => session),
  })

/**
 * Parses a stored record; `undefined` if it is malformed. Records of earlier versions have one end for all sessions.
 * This end was written for the newest session, and the ends of the other sessions are unknown, so only the newest
 * session is kept.
 */
export function parseRecord(text: string | undefined): SessionRecord | undefined {
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value) || typeof value.end !== 'number' || !Array.isArray(value.sessions)) return undefined
  const ends: readonly unknown[] = Array.isArray(value.ends) ? value.ends : [value.end]
  return toRecord(
    value.sessions.flatMap((each, at): Entry[] => {
      const [session, end] = [parseSession(each), ends[at]]
      return session && typeof end === 'number' ? [{ session, end }] : []
    }),
  )
}

/** Makes a record of these entries; `undefined` if there are none. */
export function toRecord([first, ...more]: readonly Entry[]): SessionRecord | undefined {
  return first && [first, ...more]
}
