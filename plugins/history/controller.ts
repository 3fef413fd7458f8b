/** Fetches the activity of the active account on the active network, page by page. */
import { type PluginKit, proxy } from 'walletkit/plugin'
import { type HistoryApi, ONRAMP } from './api.ts'
import { HISTORY_ERRORS, historyError } from './errors.ts'
import { ACTIVITY_NAMESPACES, shownOf } from './filter.ts'
import { addTo, append, byTime, merge } from './grouping.ts'
import { blankHistory, held, type HistoryState } from './state.ts'
import { createOutgoing } from './outgoing.ts'
import type { Page, Transaction } from './transaction.ts'

export type HistoryController = ReturnType<typeof createHistoryController>

/** Maximum number of purchase pages to fetch: enough for any real account, and a limit if the service never ends. */
const PURCHASE_PAGES = 5
/** Consecutive pages with nothing to show, after which the visitor must press "load more". */
const EMPTY_PAGES = 5

export default function createHistoryController({ kit, api }: { kit: PluginKit; api: HistoryApi | undefined }) {
  const state = proxy<HistoryState>(blankHistory())
  /** The account whose activity the list shows. */
  let owner: string | undefined
  let life = new AbortController()
  let screens = 0
  /** Ids of the list's rows. */
  let ids = new Set<string>()

  const account = () => kit.account().address
  const isSmartAccount = () => kit.account().preferredAccountType === 'smartAccount'
  const isSupported = () => ACTIVITY_NAMESPACES.includes(kit.account().namespace ?? '')
  const event = (cursor: string | undefined) => ({
    address: account(),
    projectId: kit.projectId,
    cursor,
    isSmartAccount: isSmartAccount(),
  })

  /** Clears the data of the previous account or network and cancels its pending requests. */
  function reset() {
    life.abort()
    life = new AbortController()
    ids = new Set()
    Object.assign(state, blankHistory(), { lastNetworkInView: kit.network()?.caipNetworkId })
    owner = account()
  }
  kit.signal.addEventListener('abort', () => life.abort())

  const isCurrent = () => account() === owner && kit.network()?.caipNetworkId === state.lastNetworkInView

  function take(rows: readonly Transaction[]) {
    state.transactions = held(append(state.transactions, rows, ids))
    for (const { id } of rows) ids.add(id)
    state.transactionsByYear = held(addTo(state.transactionsByYear, rows))
    // Update the outgoing list in the same tick, so that a transaction never appears in both lists.
    outgoing.look()
  }

  function fail(error: unknown, cursor: string | undefined) {
    const { lastNetworkInView } = state
    life.abort()
    life = new AbortController()
    ids = new Set()
    Object.assign(state, blankHistory(), { lastNetworkInView, empty: true, failed: true })
    kit.report(error, 'HISTORY_FAILED', HISTORY_ERRORS)
    kit.track('ERROR_FETCH_TRANSACTIONS', event(cursor))
  }

  async function read(address: string, cursor?: string, onramp?: typeof ONRAMP): Promise<Page> {
    const chainId = kit.network()?.caipNetworkId
    if (!api || !chainId || !isSupported()) return { data: [], next: undefined }
    const page = await api.fetchHistory({
      account: address,
      chainId,
      cursor,
      ...(onramp && { onramp }),
      signal: life.signal,
    })
    return { ...page, data: shownOf(page.data, chainId, address) }
  }

  async function readPurchases(address: string) {
    const { signal } = life
    try {
      let rows: Transaction[] = []
      let cursor: string | undefined
      for (let pages = 0; pages < PURCHASE_PAGES; pages++) {
        const { data, next } = await read(address, cursor, ONRAMP)
        // A service that ignores the `onramp` parameter returns the whole history: keep only purchases.
        rows = merge(
          rows,
          data.filter(({ metadata }) => metadata.isPurchase),
        )
        cursor = next
        if (next === undefined) break
      }
      if (!signal.aborted) state.coinbaseTransactions = held(byTime(rows))
    } catch (error) {
      if (!signal.aborted) kit.report(error, 'HISTORY_PURCHASES', HISTORY_ERRORS)
    }
  }

  /**
   * Fetches the first page, or the page at the cursor, and continues until a page has something to show. A failure
   * empties the list and is reported.
   * @throws "Transactions can't be fetched without an accountAddress"
   */
  async function fetchTransactions(address: string | undefined = account(), cursor?: string): Promise<void> {
    if (!address) throw historyError('HISTORY_NO_ACCOUNT')
    const { signal } = life
    state.loading = true
    state.failed = false
    let at = cursor
    try {
      for (let pages = 0; pages < EMPTY_PAGES; pages++) {
        const { data, next } = await read(address, at)
        if (signal.aborted) return
        take(data)
        at = next
        state.next = next
        if (data.length || next === undefined) break
      }
      state.loading = false
      state.empty = state.transactions.length === 0 && state.next === undefined
    } catch (error) {
      if (!signal.aborted) fail(error, at)
    }
  }

  /** Reloads everything. If the list already shows this account on this network, fetches only newer transactions. */
  async function load(): Promise<void> {
    if (!account() || !isSupported() || !api) return reset()
    const isKnown = isCurrent() && !state.failed && (state.transactions.length > 0 || state.empty || state.loading)
    if (isKnown) return refresh()
    reset()
    const address = account()
    if (address) await Promise.all([fetchTransactions(address), readPurchases(address)])
  }

  /** Fetches newer transactions. If the service does not answer, keeps the list as it is and reports nothing. */
  async function refresh(): Promise<void> {
    const address = account()
    if (!address || state.loading || !isCurrent()) return
    const { signal } = life
    const [page] = await Promise.all([read(address).catch(() => undefined), readPurchases(address)])
    if (!page || signal.aborted || !isCurrent()) return
    const isJoined = state.empty || page.data.length === 0 || page.data.some(({ id }) => ids.has(id))
    if (isJoined) {
      take(page.data)
      state.empty = state.transactions.length === 0 && state.next === undefined
      return
    }
    // The first page has no known row, so there may be a gap before the old list: start again from this page.
    ids = new Set()
    Object.assign(state, { transactions: held([]), transactionsByYear: held({}) })
    take(page.data)
    state.next = page.next
  }

  const outgoing = createOutgoing(kit, state, () => void refresh())

  kit.onChange(() => {
    if (screens > 0 && (account() !== owner || kit.network()?.caipNetworkId !== state.lastNetworkInView)) void load()
  })

  return {
    state,
    outgoing: outgoing.list,
    fetchTransactions,
    load,
    refresh,
    /** Whether the config names the history service. */
    hasService: api !== undefined,
    isSupported,

    /** Fetches the next page, at most one at a time. */
    async loadMore(): Promise<void> {
      const { next, loading } = state
      if (next === undefined || loading || !isCurrent()) return
      kit.track('LOAD_MORE_TRANSACTIONS', event(next))
      await fetchTransactions(account(), next)
    },

    /** A screen that shows the list opened. Call the returned function when it closes. */
    enter(): () => void {
      kit.track('CLICK_TRANSACTIONS', { isSmartAccount: isSmartAccount() })
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
