/**
 * Stores the transactions of this browser that the kit learns of, in one list for every way of sending, newest first.
 * Each transaction is stored before any listener or view learns of it, so that a reload or a failure does not lose its
 * hash.
 */
import { proxy } from 'valtio/vanilla'
import type { Kit } from '../contracts/kit.ts'
import { isRecord } from '../lib/isRecord.ts'
import { STORAGE_KEYS } from '../lib/keyTable.ts'
import { perKit } from '../contracts/perKit.ts'

/** An amount that a transaction moves, as exact decimal text. */
export type SentAmount = { amount: string; symbol: string; iconUrl?: string }
/** What a transaction is for, as its sender describes it. */
export type SentNote = {
  kind: 'send' | 'swap' | 'approve' | 'execute'
  /**
   * Set if a third-party plugin sent the transaction. The kit sets this field itself, so that such a plugin cannot hide
   * what it is.
   */
  isGuest?: true
  /** The receiver of the payment, if the transaction itself goes to a token's contract. */
  to?: string
  /** All receivers, if one transaction pays several; `out` is then the sum of the payments. */
  receivers?: readonly string[]
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
/** Characters of an icon's URL; a longer one is dropped, so that this list does not fill local storage. */
const ICON_LIMIT = 2_000

/**
 * The list that this page shows. Change it only with `tellSent` and `settleSent`: these write to storage, and keep the
 * entries that other tabs have stored since.
 */
export const sentTransactions = perKit((kit) => proxy<Sent[]>(readSent(kit)))

/** Stores a sent transaction, then emits `transaction` once, even if several callers report the same hash. */
export function tellSent(kit: Kit, { note, ...transaction }: Omit<Sent, 'status' | 'at'>) {
  const known = readSent(kit).find(({ hash }) => hash === transaction.hash)
  keep(kit, { status: 'pending', at: Date.now(), ...known, ...transaction, ...(note && { note }) })
  if (!known) kit.events.emit('transaction', transaction)
}

/** Sets a transaction's final status; ignores unknown hashes. */
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

/** The stored list, without invalid entries, because storage may contain anything. */
function readSent(kit: Kit): Sent[] {
  try {
    const list: unknown = JSON.parse(kit.storage.get(STORAGE_KEYS.sent) ?? '[]')
    return Array.isArray(list) ? list.flatMap((entry) => parseSent(entry) ?? []).slice(0, SENT_LIMIT) : []
  } catch {
    return []
  }
}

/**
 * The addresses that a transaction pays: the receivers in its note, or else its `to`. Only the note has the receiver of
 * a token transfer, because `to` is then the token's contract.
 *
 * @example
 * ```ts
 * import { type PluginKit, receiversOf } from 'walletkit/plugin'
 *
 * export const paidSoFar = (kit: PluginKit) => kit.chain.sent().flatMap(receiversOf)
 * ```
 */
export const receiversOf = ({ note, to }: Pick<Sent, 'note' | 'to'>): readonly string[] =>
  note?.receivers ?? [note?.to ?? to]

/**
 * The receivers of the payments (notes of the kind `send`), which then count as known addresses. Contracts that were
 * called are not among them, and neither are the receivers of a third-party plugin's payments: such a plugin could pay
 * almost nothing to a look-alike address to make it count as known.
 *
 * @example
 * ```ts
 * import { knownReceivers, type PluginKit } from 'walletkit/plugin'
 *
 * export const known = (kit: PluginKit) => knownReceivers(kit.chain.sent())
 * ```
 */
export const knownReceivers = (list: readonly Sent[]): string[] =>
  list.flatMap((sent) => (sent.note?.kind === 'send' && !sent.note.isGuest ? receiversOf(sent) : []))

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200
const isOneOf = <T extends string>(value: unknown, list: readonly T[]): value is T => list.includes(value as T)

/** Parses one stored transaction; `undefined` for an invalid one. Never throws. */
export function parseSent(entry: unknown): Sent | undefined {
  if (!isRecord(entry)) return undefined
  const { hash, caipNetworkId, from, to, status, at, note } = entry
  if (!isText(hash) || !/^\w{64,88}$/.test(hash) || !isText(caipNetworkId) || !isText(from) || !isText(to))
    return undefined
  // A time beyond what a Date can represent could not be shown.
  if (!isOneOf(status, ['pending', 'confirmed', 'failed']) || typeof at !== 'number' || !(Math.abs(at) <= 8.64e15))
    return undefined
  const about = parseNote(note)
  return { hash, caipNetworkId, from, to, status, at, ...(about && { note: about }) }
}

/** Parses a note; `undefined` for an invalid one. Drops invalid fields. */
export function parseNote(note: unknown): SentNote | undefined {
  if (!isRecord(note) || !isOneOf(note['kind'], ['send', 'swap', 'approve', 'execute'])) return undefined
  const [to, sold, bought] = [note['to'], parseAmount(note['out']), parseAmount(note['in'])]
  const receivers = parseReceivers(note['receivers'])
  return {
    kind: note['kind'],
    ...(note['isGuest'] === true && { isGuest: true }),
    ...(isText(to) && { to }),
    ...(receivers && { receivers }),
    ...(sold && { out: sold }),
    ...(bought && { in: bought }),
  }
}

/** A list of 1 to 20 receivers, because a batch has at most 20 calls; else `undefined`. */
const parseReceivers = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.length <= 20 && value.every(isText) ? value : undefined

function parseAmount(value: unknown): SentAmount | undefined {
  if (!isRecord(value)) return undefined
  const { amount, symbol, iconUrl } = value
  if (!isText(amount) || !/^\d+(\.\d+)?$/.test(amount) || !isText(symbol)) return undefined
  return { amount, symbol, ...(typeof iconUrl === 'string' && iconUrl.length <= ICON_LIMIT && { iconUrl }) }
}
