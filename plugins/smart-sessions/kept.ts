/**
 * Stores what the wallet answered when it granted a session: ending the session at the wallet needs that answer. The
 * session service's copy is not enough: it could name another permission, and the session's own would stay active.
 */
import { isRecord, type PluginKit } from 'walletkit/plugin'

/** `caip`: the account (CAIP-10). `expiry` in ms since 1970. */
export type KeptGrant = { pci: string; caip: string; context: string; expiry: number }

const KEY = 'smart-sessions.granted'
const MOST = 50
/** The latest time that a Date can represent, in ms since 1970. The screens show when a session ends as a date. */
export const LAST_TIME = 8.64e15
/** The longest context that is kept, in characters. Wallets' contexts are addresses or a few hundred bytes in hex. */
export const LONGEST = 4_096

/** Parses the stored list and skips malformed entries. Never throws. */
export function parseKept(text: string | undefined): KeptGrant[] {
  if (text === undefined || text.length > MOST * (LONGEST + 500)) return []
  try {
    const list: unknown = JSON.parse(text)
    return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((each) => {
      const { pci, caip, context, expiry } = isRecord(each) ? each : {}
      if (typeof pci !== 'string' || typeof caip !== 'string' || typeof context !== 'string' || !context) return []
      return typeof expiry === 'number' && Math.abs(expiry) <= LAST_TIME ? { pci, caip, context, expiry } : []
    })
  } catch {
    return []
  }
}

type Store = Pick<PluginKit, 'storage'>

export const keptGrants = (kit: Store, caip: string): KeptGrant[] =>
  parseKept(kit.storage.get(KEY)).filter((each) => each.caip === caip)

/** Keeps a grant, unless its context is too long. Drops ended ones, and the oldest of more than 50. `now` in ms. */
export function keepGrant(kit: Store, grant: KeptGrant, now = Date.now()): void {
  if (grant.context.length > LONGEST) return
  const others = parseKept(kit.storage.get(KEY)).filter(
    ({ pci, caip, expiry }) => expiry > now && (pci !== grant.pci || caip !== grant.caip),
  )
  kit.storage.set(KEY, JSON.stringify([grant, ...others].slice(0, MOST)))
}

export function dropGrant(kit: Store, { pci, caip }: Pick<KeptGrant, 'pci' | 'caip'>): void {
  const rest = parseKept(kit.storage.get(KEY)).filter((each) => each.pci !== pci || each.caip !== caip)
  if (rest.length) kit.storage.set(KEY, JSON.stringify(rest))
  else kit.storage.remove(KEY)
}

/**
 * Returns the sessions. Sessions that were granted in this browser get the `expiry` that was granted, whatever the
 * service says. Otherwise a session that still works could look ended.
 */
export function withOwnEnds<S extends { pci: string; expiry: number }>(kit: Store, caip: string, sessions: S[]): S[] {
  const kept = keptGrants(kit, caip)
  return sessions.map((session) => {
    const own = kept.find(({ pci }) => pci === session.pci)
    return own ? { ...session, expiry: own.expiry } : session
  })
}
