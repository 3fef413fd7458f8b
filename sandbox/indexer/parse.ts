/** Validates rows of a history that a test adds. */
import { isRecord } from './record.ts'
import type { HistoryRow } from './history.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Checks that a row has an id, a chain, a hash, a valid time and a list of transfers.
 * @throws Error that names what is missing; without this check a later request for the history would fail
 */
export function parseRow(row: unknown): HistoryRow {
  const { id, metadata, transfers } = isRecord(row) ? row : {}
  const { chain, minedAt, hash } = isRecord(metadata) ? metadata : {}
  if (!isText(id)) throw new Error('A row of the history needs an id')
  if (!isText(chain) || !isText(hash)) throw new Error(`The row ${id} needs a chain and a hash`)
  if (!isText(minedAt) || Number.isNaN(Date.parse(minedAt))) throw new Error(`The row ${id} needs a time`)
  if (!Array.isArray(transfers)) throw new Error(`The row ${id} needs its transfers`)
  return row as HistoryRow
}
