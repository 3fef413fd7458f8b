/** The activity of the active account on the active network: what the screens show and what they call. */
import { type PluginKit, proxy } from 'walletkit/plugin'
import type { HistoryApi } from './api.ts'
import {
  eventOf,
  fetchTransactions,
  type HistoryFeed,
  isCurrent,
  isSupported,
  readPurchases,
  readTokens,
  refresh,
  reset,
} from './feed.ts'
import { readCsv } from './export.ts'
import { createOutgoing } from './outgoing.ts'
import { blankHistory, type HistoryState } from './state.ts'

export type HistoryController = ReturnType<typeof createHistoryController>

export default function createHistoryController({ kit, api }: { kit: PluginKit; api: HistoryApi | undefined }) {
  const state = proxy<HistoryState>(blankHistory())
  const outgoing = createOutgoing(kit, state, () => void refresh(feed))
  const feed: HistoryFeed = {
    kit,
    api,
    state,
    owner: undefined,
    life: new AbortController(),
    ids: new Set(),
    all: [],
    tokens: [],
    added: () => outgoing.look(),
  }
  kit.signal.addEventListener('abort', () => feed.life.abort())
  let screens = 0

  /** Reloads the list. If it already shows this account on this network, fetches only newer rows and the purchases. */
  async function load(): Promise<void> {
    const { address } = kit.account()
    if (!address || !isSupported(feed) || !api) return reset(feed)
    const hasRows = state.transactions.length > 0 || state.empty || state.loading
    if (isCurrent(feed) && !state.failed && hasRows) return refresh(feed)
    reset(feed)
    await Promise.all([fetchTransactions(feed, address), readPurchases(feed, address), readTokens(feed)])
  }
  kit.onChange(() => {
    if (screens === 0 || isCurrent(feed)) return
    void load()
    outgoing.look()
  })

  return {
    state,
    outgoing: outgoing.list,
    fetchTransactions: (address = kit.account().address, cursor?: string) => fetchTransactions(feed, address, cursor),
    load,
    refresh: () => refresh(feed),
    /** Whether the config names the history service. */
    hasService: api !== undefined,
    isSupported: () => isSupported(feed),

    /** Fetches the next page, at most one at a time. */
    async loadMore(): Promise<void> {
      const { next, loading } = state
      if (next === undefined || loading || !isCurrent(feed)) return
      kit.track('LOAD_MORE_TRANSACTIONS', eventOf(feed, next))
      await fetchTransactions(feed, kit.account().address, next)
    },

    /**
     * The account's activity as CSV text. `undefined` without an account, when the account or network changes
     * meanwhile, and when the service does not answer, which is reported.
     */
    toCsv: () => readCsv(feed),

    /** Call when a screen with the list opens, and the returned function when it closes. */
    enter(): () => void {
      kit.track('CLICK_TRANSACTIONS', { isSmartAccount: kit.account().preferredAccountType === 'smartAccount' })
      screens++
      void load()
      const stop = outgoing.watch()
      return () => {
        screens--
        stop()
      }
    },
  }
}
