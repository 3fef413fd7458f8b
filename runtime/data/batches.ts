/**
 * The batches that a wallet has accepted (EIP-5792) and that it has not settled yet. Stored before anybody learns of the id, so
 * that a reload or a failure never loses one: until the wallet tells the hashes, the id is all that is known of the money.
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

/** ms after which a batch is forgotten that its wallet never settled. */
const LIFETIME = 86_400_000
const LIMIT = 20
/** EIP-5792: ids have at most 4096 bytes, in hex or not. */
const LONGEST_ID = 8_194

/** Newest first, of every account of this browser. */
export const readBatches = (kit: Kit): SentBatch[] => parseBatches(kit.storage.get(BATCHES), Date.now())

export function keepBatch(kit: Kit, batch: SentBatch): void {
  const others = readBatches(kit).filter(({ id }) => id !== batch.id)
  kit.storage.set(BATCHES, JSON.stringify([batch, ...others].slice(0, LIMIT)))
}

export function dropBatch(kit: Kit, id: string): void {
  const left = readBatches(kit).filter((each) => each.id !== id)
  if (left.length) kit.storage.set(BATCHES, JSON.stringify(left))
  else kit.storage.remove(BATCHES)
}

/** Never throws: drops what is invalid or too old, because storage may contain anything. `now` in ms. */
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
