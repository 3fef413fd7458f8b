/**
 * Pages of a list, newest first. A cursor contains the sort key of a page's last row, not its index: rows that are
 * added at the start between two requests must not appear again on the next page.
 */
import { Refusal } from '../refusal.ts'

export const pageSize = 50

/** A row's sort key: rows are compared by time (ms since 1970), then by position in the chain, then by id. */
export type Key = { at: number; place: number; id: string }

export const encodeCursor = ({ at, place, id }: Key): string =>
  Buffer.from(JSON.stringify([at, place, id])).toString('base64url')

/** Decodes a cursor to the sort key in it. @throws Refusal 400 for a text that is not a cursor of a page */
export function decodeCursor(cursor: string): Key {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const [at, place, id, more] = Array.isArray(read) ? (read as unknown[]) : []
    const whole = Number.isFinite(at) && Number.isFinite(place) && typeof id === 'string' && more === undefined
    if (whole) return { at: Number(at), place: Number(place), id }
  } catch {
    // Not JSON: rejected below, as any other text that is no cursor.
  }
  throw new Refusal(400, 'cursor', 'No page of the sandbox gave this cursor')
}

/** Compares two keys for `sort`: newest first. */
export const byKey = (a: Key, b: Key): number =>
  b.at - a.at || b.place - a.place || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/**
 * The page after a cursor (for null, the first page) of a list sorted by {@link byKey}. `next` is the cursor of the
 * page after it, null on the last page.
 */
export function pageOf<T>(list: readonly T[], keyOf: (entry: T) => Key, cursor: string | null, size = pageSize) {
  const after = cursor ? decodeCursor(cursor) : undefined
  const start = after ? list.findIndex((entry) => byKey(keyOf(entry), after) > 0) : 0
  const data = start < 0 ? [] : list.slice(start, start + size)
  const last = data.at(-1)
  const more = last !== undefined && start + data.length < list.length
  return { data, next: more ? encodeCursor(keyOf(last)) : null }
}
