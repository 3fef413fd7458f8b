/**
 * The one record that all kits of a page share, also those of another copy of the library: which modal is open, how often
 * the page's scroll is locked, the kits in the order of their making, and the tags that wait for the first one. Everything
 * else belongs to a kit.
 */
export type PageKit = { close: () => void }
export type PageRecord = {
  kits: PageKit[]
  opened?: PageKit | undefined
  scrollLocks: number
  waiting: (() => void)[]
  /** The analytics service does not serve this page, and the developer has been told. */
  refused?: true
}

const KEY = Symbol.for('walletkit.page')

export function pageRecord(): PageRecord {
  const holder = globalThis as { [KEY]?: PageRecord }
  return (holder[KEY] ??= { kits: [], scrollLocks: 0, waiting: [] })
}
