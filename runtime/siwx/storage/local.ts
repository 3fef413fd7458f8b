/** Sessions in local storage (`@appkit/siwx`, JSON). Nothing here throws: what is damaged is left out and cleared away. */
import { STORAGE_KEYS } from '../../lib/keyTable.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import type { Storage } from '../../lib/storage.ts'
import { isCurrent, isFor, isOver, parseSession } from '../parseSession.ts'
import type { SIWXSession } from '../types.ts'

/** More accounts and networks than a visitor has; the newest stay, so that storage stays small (reliability P82). */
const SESSION_LIMIT = 20
/** A value beyond this is nobody's list of sessions. */
const TEXT_LIMIT = 262_144

export type SessionStorage = {
  /** An account's sessions on a network; those that are not yet or no longer good are left out. */
  get: (chainId: CaipNetworkId, address: string) => SIWXSession[]
  /** All, under the same rule. */
  all: () => SIWXSession[]
  /** One more; it takes the place of the account's others on its network. */
  add: (session: SIWXSession) => void
  /** Replaces all. */
  set: (sessions: readonly SIWXSession[]) => void
  /** Forgets those of this account **and** this network. */
  remove: (chainId: CaipNetworkId, address: string) => void
}

export function createSessionStorage(storage: Storage, now: () => number = Date.now): SessionStorage {
  const write = (sessions: readonly SIWXSession[]) => {
    if (sessions.length) storage.set(STORAGE_KEYS.siwxSessions, JSON.stringify(sessions.slice(-SESSION_LIMIT)))
    else storage.remove(STORAGE_KEYS.siwxSessions)
  }
  /** With those that are good later. */
  const held = (): SIWXSession[] => {
    const text = storage.get(STORAGE_KEYS.siwxSessions)
    if (text === undefined) return []
    const sessions = parseSessions(text).filter((session) => !isOver(session, now()))
    // Heals: what could not be read, and what is over, is not read again.
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
  }
}

/** A stored list, without what is no session; empty for what is no list. */
export function parseSessions(text: string): SIWXSession[] {
  if (text.length > TEXT_LIMIT) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.flatMap((each) => parseSession(each) ?? []) : []
  } catch {
    return []
  }
}
