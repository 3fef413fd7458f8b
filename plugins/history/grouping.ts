/** Groups transactions by year and month: newest first in each month, each id once. */
import type { Transaction } from './transaction.ts'

/** Year, then month (0 is January), in the visitor's time zone. */
export type ByYear = Readonly<Record<number, Readonly<Record<number, readonly Transaction[]>>>>

/** Newest first; rows with the same time keep their order. */
export const byTime = (rows: readonly Transaction[]): Transaction[] => [...rows].sort((a, b) => b.at - a.at)

/**
 * Adds rows to their months; a row replaces a known one with the same id. The lists of other months stay the same
 * objects.
 */
export function addTo(groups: ByYear, rows: readonly Transaction[]): ByYear {
  const fresh = new Map<string, { year: number; month: number; rows: Transaction[] }>()
  for (const row of rows) {
    const at = new Date(row.at)
    const [year, month] = [at.getFullYear(), at.getMonth()]
    const group = fresh.get(`${year}-${month}`) ?? { year, month, rows: [] }
    group.rows.push(row)
    fresh.set(`${year}-${month}`, group)
  }
  let result = groups
  for (const { year, month, rows: own } of fresh.values()) {
    const merged = merge(result[year]?.[month] ?? [], own)
    result = { ...result, [year]: { ...result[year], [month]: byTime(merged) } }
  }
  return result
}

/** Merges two lists. A new row replaces a known row with the same id, at the known row's position. */
export function merge(known: readonly Transaction[], fresh: readonly Transaction[]): Transaction[] {
  const byId = new Map(known.map((row) => [row.id, row]))
  for (const row of fresh) byId.set(row.id, row)
  return [...byId.values()]
}

/** Adds rows to a sorted list. A page of older rows is appended without sorting the whole list again. */
export function append(known: readonly Transaction[], fresh: readonly Transaction[], ids: ReadonlySet<string>) {
  const sorted = byTime(merge([], fresh))
  const [last, first] = [known.at(-1), sorted[0]]
  const isOlder = !last || !first || first.at <= last.at
  return isOlder && !sorted.some(({ id }) => ids.has(id)) ? [...known, ...sorted] : byTime(merge(known, fresh))
}
