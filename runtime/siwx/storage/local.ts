/** Sessions in local storage (`@appkit/siwx`, JSON). Nothing here throws; damaged entries are skipped and deleted. */
import { STORAGE_KEYS } from '../../lib/keyTable.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import type { Storage } from '../../lib/storage.ts'
import { isCurrent, isFor, isOver, parseSession } from '../parseSession.ts'
import type { SIWXSession } from '../types.ts'

/**
 * The most sessions to store, so that storage stays small: usually more than a visitor has accounts and networks. Of
 * more sessions, the newest are kept.
 */
const SESSION_LIMIT = 20
/** In characters; longer than usual lists of sessions. A longer text reads as an empty list. */
const TEXT_LIMIT = 262_144

export type SessionStorage = {
  /** An account's sessions on a network that are valid now. */
  get: (chainId: CaipNetworkId, address: string) => SIWXSession[]
  /** All sessions that are valid now. */
  all: () => SIWXSession[]
  /** Adds a session, and deletes the account's others on its network. */
  add: (session: SIWXSession) => void
  /** Replaces all sessions. */
  set: (sessions: readonly SIWXSession[]) => void
  /** Deletes the sessions of this account **and** this network. */
  remove: (chainId: CaipNetworkId, address: string) => void
  /** Deletes exactly these sessions, known by their messages and signatures. */
  drop: (sessions: readonly SIWXSession[]) => void
}

export function createSessionStorage(storage: Storage, now: () => number = Date.now): SessionStorage {
  const write = (sessions: readonly SIWXSession[]) => {
    const kept = newest(sessions)
    if (kept.length) storage.set(STORAGE_KEYS.siwxSessions, `[${kept.join()}]`)
    else storage.remove(STORAGE_KEYS.siwxSessions)
  }
  /** All stored sessions that have not ended, including those that begin only later (`notBefore`). */
  const held = (): SIWXSession[] => {
    const text = storage.get(STORAGE_KEYS.siwxSessions)
    if (text === undefined) return []
    const sessions = parseSessions(text).filter((session) => !isOver(session, now()))
    // Write back without damaged and expired sessions.
    if (JSON.stringify(sessions) !== text) write(sessions)
    return sessions
  }
  const all = () => held().filter((session) => isCurrent(session, now()))
  const without = (chainId: string, address: string) => held().filter((session) => !isFor(session, chainId, address))
  return {
    all,
    get: (chainId, address) => all().filter((session) => isFor(session, chainId, address)),
    add: (session) => {
      write([...without(session.data.chainId, session.data.accountAddress), session])
    },
    set: write,
    remove: (chainId, address) => write(without(chainId, address)),
    drop: (list) => {
      const isSame = (one: SIWXSession, other: SIWXSession) =>
        one.signature === other.signature && one.message === other.message
      write(held().filter((each) => !list.some((dropped) => isSame(each, dropped))))
    },
  }
}

/** The newest sessions, as JSON, that fit into the limits, so that what is written can be read again. */
function newest(sessions: readonly SIWXSession[]): string[] {
  const readable = sessions.filter((session) => parseSession(session))
  const texts = readable.slice(-SESSION_LIMIT).map((session) => JSON.stringify(session))
  // Each session takes a comma or a bracket besides its own text, and the list one more bracket.
  let left = TEXT_LIMIT - 1
  return texts.slice(texts.findLastIndex((text) => (left -= text.length + 1) < 0) + 1)
}

/** Parses a stored list; skips invalid entries. Returns an empty list if the text is not a list. */
export function parseSessions(text: string): SIWXSession[] {
  if (text.length > TEXT_LIMIT) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.flatMap((each) => parseSession(each) ?? []) : []
  } catch {
    return []
  }
}
