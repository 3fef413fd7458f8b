/** What was sent from this browser: kept before any screen changes, so that no hash is ever lost (reliability P22). */
import type { PluginKit } from 'walletkit/plugin'

export type SentStatus = 'pending' | 'confirmed' | 'failed'

/** One send; `amount` is exact decimal text. */
export type Sent = {
  hash: string
  caipNetworkId: string
  from: string
  to: string
  amount: string
  symbol: string
  status: SentStatus
  /** ms since 1970. */
  at: number
}

/** The key under `@appkit/`. */
export const SENDS_KEY = 'sends'
/** As many as the spec lets wait (section 9). */
export const SENDS_LIMIT = 99
/** A send that no block took for this long is not looked for any more after a reload. */
export const PENDING_LIFETIME = 86_400_000

/** The list that storage holds, newest first. What is no send is dropped: storage may hold anything. */
export function readSends(kit: Pick<PluginKit, 'storage'>): Sent[] {
  try {
    const list: unknown = JSON.parse(kit.storage.get(SENDS_KEY) ?? '[]')
    return Array.isArray(list) ? list.flatMap((entry) => parseSent(entry) ?? []).slice(0, SENDS_LIMIT) : []
  } catch {
    return []
  }
}

/** Puts a send first, or the newer state of the same one in its place. Another tab's entries stay. */
export function keepSend(kit: Pick<PluginKit, 'storage'>, sent: Sent): Sent[] {
  const others = readSends(kit).filter(({ hash }) => hash !== sent.hash)
  const list = [sent, ...others].sort((a, b) => b.at - a.at).slice(0, SENDS_LIMIT)
  kit.storage.set(SENDS_KEY, JSON.stringify(list))
  return list
}

function parseSent(entry: unknown): Sent | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { hash, caipNetworkId, from, to, amount, symbol, status, at } = entry as Record<string, unknown>
  const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200
  if (!isText(hash) || !/^0x[0-9a-f]{64}$/i.test(hash) || !isText(caipNetworkId) || !isText(from)) return undefined
  if (!isText(to) || !isText(amount) || !isText(symbol) || typeof at !== 'number') return undefined
  if (status !== 'pending' && status !== 'confirmed' && status !== 'failed') return undefined
  return { hash, caipNetworkId, from, to, amount, symbol, status, at }
}
