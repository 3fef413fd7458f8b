import type { Named } from './named.ts'
import type { Requirement } from './table.ts'

export type Coverage = {
  /** Rows that a test proves. */
  proved: Requirement[]
  open: Requirement[]
  /** What is wrong with ids in titles: one sentence for each, which begins with the file and line. */
  faults: string[]
}

const MOST = 5

/** Finds which rows of the requirements the tests prove, and which ids in the tests' titles prove nothing. */
export function coverage(rows: readonly Requirement[], named: readonly Named[]): Coverage {
  const known = new Set(rows.map(({ id }) => id))
  const good = new Set(named.filter(({ skipped, dead }) => !skipped && dead.length === 0).map(({ id }) => id))
  const ids = new Map<string, number>()
  for (const { at } of named) ids.set(at, (ids.get(at) ?? 0) + 1)
  return {
    proved: rows.filter(({ id }) => good.has(id)),
    open: rows.filter(({ id }) => !good.has(id)),
    faults: [
      ...named.filter(({ id }) => !known.has(id)).map(({ id, at }) => `${at}  no row is called ${id}`),
      ...named.filter(({ skipped }) => skipped).map(({ id, at }) => `${at}  names ${id}, but never runs`),
      ...named
        .filter(({ id, dead }) => dead.length && !good.has(id))
        .map(({ id, at, dead }) => `${at}  names ${id}, but only tests use ${dead.join(', ')}`),
      ...[...ids].filter(([, count]) => count > MOST).map(([at]) => `${at}  names more than ${MOST} rows`),
    ],
  }
}
