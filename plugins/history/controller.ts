/** The account's activity: fetched page by page, for the active account on the active network. */
import { type PluginKit, proxy } from 'walletkit/plugin'
import { type HistoryApi, ONRAMP } from './api.ts'
import { HISTORY_ERRORS, historyError } from './errors.ts'
import { ACTIVITY_NAMESPACES, shownOf } from './filter.ts'
import { addTo, append, byTime, merge } from './grouping.ts'
import { blankHistory, held, type HistoryState } from './state.ts'
import { createOutgoing } from './outgoing.ts'
import type { Page, Transaction } from './transaction.ts'

export type HistoryController = ReturnType<typeof createHistoryController>

/** Pages of purchases that are asked for at most: nobody bought more often than that. */
const PURCHASE_PAGES = 5
/** Pages in a row of which nothing is shown, before the visitor is asked whether to go on. */
const EMPTY_PAGES = 5

export default function createHistoryController({ kit, api }: { kit: PluginKit; api: HistoryApi | undefined }) {
  const state = proxy<HistoryState>(blankHistory())
  /** The account that the list is of. */
  let owner: string | undefined
  let life = new AbortController()
  let screens = 0
  /** Of the list's rows. */
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

  /** Nothing of an earlier account or network stays, and no answer about it comes in any more. */
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
    // What is a row now is no longer one of those that are still to come: never both, not for a moment.
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
        // A service that does not know the word answers with what is in the history anyway.
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
   * The first page, or the one behind the cursor; on until one holds something to show. A failure empties the list, and
   * is told.
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

  /** Everything anew, unless the list is of this account on this network: then only what came on top. */
  async function load(): Promise<void> {
    if (!account() || !isSupported() || !api) return reset()
    const isKnown = isCurrent() && !state.failed && (state.transactions.length > 0 || state.empty || state.loading)
    if (isKnown) return refresh()
    reset()
    const address = account()
    if (address) await Promise.all([fetchTransactions(address), readPurchases(address)])
  }

  /** What came on top since; quietly: what is shown stays where the service does not answer. */
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
    // More came than fits on a page: there would be a gap.
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
    /** Whether a service is there to ask. */
    hasService: api !== undefined,
    isSupported,

    /** The page behind the last one; at most one at a time. */
    async loadMore(): Promise<void> {
      const { next, loading } = state
      if (next === undefined || loading || !isCurrent()) return
      kit.track('LOAD_MORE_TRANSACTIONS', event(next))
      await fetchTransactions(account(), next)
    },

    /** A screen with the list is up; the return value takes it down. */
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
