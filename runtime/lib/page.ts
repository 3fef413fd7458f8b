/**
 * The record that all kits of a page share, even kits of another copy of the library: the open modal, the number of
 * scroll locks, the kits in order of creation, and the tags that wait for the first kit. All other state belongs to a
 * kit.
 */
export type PageKit = { close: () => void }
export type PageRecord = {
  kits: PageKit[]
  opened?: PageKit | undefined
  scrollLocks: number
  waiting: (() => void)[]
  /** The analytics service refuses this page, and an alert has told the developer. */
  refused?: true
}

const KEY = Symbol.for('walletkit.page')

export function pageRecord(): PageRecord {
  const holder = globalThis as { [KEY]?: PageRecord }
  return (holder[KEY] ??= { kits: [], scrollLocks: 0, waiting: [] })
}
