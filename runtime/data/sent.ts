/**
 * What left for a chain from this browser: kept before anybody hears of it, so that no hash is ever lost, also over a
 * reload (decisions 4.26). One list for every way of sending, newest first.
 */
import { proxy } from 'valtio/vanilla'
import type { Kit } from '../kit.ts'
import { isRecord } from '../lib/isRecord.ts'
import { STORAGE_KEYS } from '../lib/keyTable.ts'
import { perKit } from '../lib/perKit.ts'

/** An amount that moves, as exact decimal text. */
export type SentAmount = { amount: string; symbol: string; iconUrl?: string }
/** What a transaction is for, in the words of who built it. */
export type SentNote = {
  kind: 'send' | 'swap' | 'approve' | 'execute'
  /** Who receives, where the transaction itself goes to a token's contract. */
  to?: string
  out?: SentAmount
  in?: SentAmount
}
export type SentStatus = 'pending' | 'confirmed' | 'failed'
export type Sent = {
  hash: string
  caipNetworkId: string
  from: string
  to: string
  status: SentStatus
  /** ms since 1970. */
  at: number
  note?: SentNote
}

export const SENT_LIMIT = 99
/** A longer picture is left out: the list must never be what fills the store. */
const ICON_LIMIT = 2_000

/** The list of the page; every change is written down. Entries of other tabs stay. */
export const sentTransactions = perKit((kit) => proxy<Sent[]>(readSent(kit)))

/** A transaction left: it is written down, then told; once, by whichever of its senders knows first. */
export function tellSent(kit: Kit, { note, ...transaction }: Omit<Sent, 'status' | 'at'>) {
  const known = readSent(kit).find(({ hash }) => hash === transaction.hash)
  keep(kit, { status: 'pending', at: Date.now(), ...known, ...transaction, ...(note && { note }) })
  if (!known) kit.events.emit('transaction', transaction)
}

/** What became of it; unknown hashes are nobody's. */
export function settleSent(kit: Kit, hash: string, status: SentStatus) {
  const found = readSent(kit).find((sent) => sent.hash === hash)
  if (found && found.status !== status) keep(kit, { ...found, status })
}

function keep(kit: Kit, sent: Sent) {
  const others = readSent(kit).filter(({ hash }) => hash !== sent.hash)
  const list = [parseSent(sent) ?? sent, ...others].sort((a, b) => b.at - a.at).slice(0, SENT_LIMIT)
  kit.storage.set(STORAGE_KEYS.sent, JSON.stringify(list))
  const shown = sentTransactions(kit)
  shown.splice(0, shown.length, ...list)
}

/** What is no such entry is dropped: storage may hold anything. */
function readSent(kit: Kit): Sent[] {
  try {
    const list: unknown = JSON.parse(kit.storage.get(STORAGE_KEYS.sent) ?? '[]')
    return Array.isArray(list) ? list.flatMap((entry) => parseSent(entry) ?? []).slice(0, SENT_LIMIT) : []
  } catch {
    return []
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200
const isOneOf = <T extends string>(value: unknown, list: readonly T[]): value is T => list.includes(value as T)

/** Throws never: `undefined` for what is no entry. */
export function parseSent(entry: unknown): Sent | undefined {
  if (!isRecord(entry)) return undefined
  const { hash, caipNetworkId, from, to, status, at, note } = entry
  if (!isText(hash) || !/^\w{64,88}$/.test(hash) || !isText(caipNetworkId) || !isText(from) || !isText(to))
    return undefined
  if (!isOneOf(status, ['pending', 'confirmed', 'failed']) || typeof at !== 'number' || !Number.isFinite(at))
    return undefined
  const about = parseNote(note)
  return { hash, caipNetworkId, from, to, status, at, ...(about && { note: about }) }
}

function parseNote(note: unknown): SentNote | undefined {
  if (!isRecord(note) || !isOneOf(note['kind'], ['send', 'swap', 'approve', 'execute'])) return undefined
  const [to, sold, bought] = [note['to'], parseAmount(note['out']), parseAmount(note['in'])]
  return { kind: note['kind'], ...(isText(to) && { to }), ...(sold && { out: sold }), ...(bought && { in: bought }) }
}

function parseAmount(value: unknown): SentAmount | undefined {
  if (!isRecord(value)) return undefined
  const { amount, symbol, iconUrl } = value
  if (!isText(amount) || !/^\d+(\.\d+)?$/.test(amount) || !isText(symbol)) return undefined
  return { amount, symbol, ...(typeof iconUrl === 'string' && iconUrl.length <= ICON_LIMIT && { iconUrl }) }
}
