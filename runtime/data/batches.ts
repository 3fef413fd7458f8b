/**
 * Stores the batches (EIP-5792) that wallets have accepted and that are still pending. A batch is stored as soon as the
 * wallet returns its id, so that a reload or a failure does not lose it: until the wallet reports the transactions'
 * hashes, the id is the only trace of the payment.
 */
import type { Kit } from '../contracts/kit.ts'
import { isRecord } from '../lib/isRecord.ts'
import { BATCHES } from '../lib/keyTable.ts'
import { parseNote, type SentNote } from './sent.ts'

export type SentBatch = {
  /** The wallet's own id; it may have any form. */
  id: string
  caipNetworkId: string
  from: string
  /** The receiver of the last call. */
  to: string
  /** ms since 1970. */
  at: number
  note?: SentNote
}

/** Identifies a batch. The id alone does not: two wallets, or two accounts, may both have a batch "1". */
export type BatchKey = Pick<SentBatch, 'id' | 'caipNetworkId' | 'from'>

export const isSame = (one: BatchKey, other: BatchKey): boolean =>
  one.id === other.id &&
  one.caipNetworkId === other.caipNetworkId &&
  one.from.toLowerCase() === other.from.toLowerCase()

/** How long a pending batch stays stored, in ms: one day. */
const LIFETIME = 86_400_000
const LIMIT = 20
/** In characters. EIP-5792 allows ids of 4096 bytes, which in hex are 8192 digits after `0x`. */
const LONGEST_ID = 8_194

/** The stored batches of all accounts in this browser, newest first. */
export const readBatches = (kit: Kit): SentBatch[] => parseBatches(kit.storage.get(BATCHES), Date.now())

export function keepBatch(kit: Kit, batch: SentBatch): void {
  const others = readBatches(kit).filter((each) => !isSame(each, batch))
  kit.storage.set(BATCHES, JSON.stringify([batch, ...others].slice(0, LIMIT)))
}

export function dropBatch(kit: Kit, batch: BatchKey): void {
  const left = readBatches(kit).filter((each) => !isSame(each, batch))
  if (left.length) kit.storage.set(BATCHES, JSON.stringify(left))
  else kit.storage.remove(BATCHES)
}

/**
 * Parses the stored text. Drops entries that are invalid, or older than a day at `now` (ms since 1970). Never throws,
 * because storage may contain anything.
 */
export function parseBatches(stored: string | undefined, now: number): SentBatch[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.flatMap((entry) => parseBatch(entry, now) ?? []).slice(0, LIMIT) : []
  } catch {
    return []
  }
}

function parseBatch(entry: unknown, now: number): SentBatch | undefined {
  if (!isRecord(entry)) return undefined
  const { id, caipNetworkId, from, to, at, note } = entry
  if (!isText(id, LONGEST_ID) || !isText(caipNetworkId) || !isText(from) || !isText(to)) return undefined
  if (typeof at !== 'number' || !Number.isFinite(at) || now - at > LIFETIME) return undefined
  const about = parseNote(note)
  return { id, caipNetworkId, from, to, at, ...(about && { note: about }) }
}

const isText = (value: unknown, longest = 200): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= longest
