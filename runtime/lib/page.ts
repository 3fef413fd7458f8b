export type PageKit = { close: () => void }
/**
 * The record that all kits of a page share, even kits of another copy of the library: facts about the page, such as the
 * open modal, scroll locks, the kits in order of creation and the tags that a new kit may concern. The state of
 * wallets, accounts and views belongs to one kit.
 */
export type PageRecord = {
  kits: PageKit[]
  opened?: PageKit | undefined
  scrollLocks: number
  /** Lets the page scroll again. Called when the last scroll lock ends; absent while there is none. */
  unlock?: (() => void) | undefined
  waiting: Set<() => void>
  /** The analytics service refuses this page's origin, and an alert has told the developer. */
  refused?: true
  /** The browser's last report was that the network is gone. */
  offline?: boolean
  /**
   * How many callers at present need the global Buffer that the relay client's patch provides. The last one removes it.
   */
  buffers?: number
}

const KEY = Symbol.for('walletkit.page')

export function pageRecord(): PageRecord {
  const holder = globalThis as { [KEY]?: PageRecord }
  return (holder[KEY] ??= { kits: [], scrollLocks: 0, waiting: new Set() })
}
