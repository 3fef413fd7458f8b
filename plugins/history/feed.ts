/** The transactions of one account on one network: reads the history service's pages, and sorts them newest first. */
import { findSuspicious, type HistoryFacts, knownReceivers, type PluginKit } from 'walletkit/plugin'
import { type HistoryApi, ONRAMP } from './api.ts'
import { HISTORY_ERRORS, historyError } from './errors.ts'
import { ACTIVITY_NAMESPACES, shownOf } from './filter.ts'
import { addTo, append, byTime, merge } from './grouping.ts'
import { blankHistory, held, type HistoryState } from './state.ts'
import type { Page, Transaction } from './transaction.ts'

/**
 * Maximum number of purchase pages to fetch: enough for nearly every account. The service may never name a last page.
 */
const PURCHASE_PAGES = 5
/** Consecutive pages with nothing to show, after which an empty list waits until the visitor presses "load more". */
const EMPTY_PAGES = 5

export type HistoryFeed = {
  kit: PluginKit
  api: HistoryApi | undefined
  state: HistoryState
  /** The account whose activity the list shows. */
  owner: string | undefined
  /** Aborts the pending requests of the list. */
  life: AbortController
  /** Ids of all rows that were read, suspicious ones included. */
  ids: Set<string>
  /** Every row that was read: a later page may show that an earlier row is suspicious. */
  all: Transaction[]
  /** The account's tokens that have a price. */
  tokens: HistoryFacts['tokens']
  /**
   * Called in the same tick in which rows were added, so that no transaction is both in this list and in the list of
   * outgoing transactions.
   */
  added: () => void
}

export const isSupported = ({ kit }: HistoryFeed) => ACTIVITY_NAMESPACES.includes(kit.account().namespace ?? '')

/** Whether the list is that of the active account and network. */
export const isCurrent = ({ kit, owner, state }: HistoryFeed) =>
  kit.account().address === owner && kit.network()?.caipNetworkId === state.lastNetworkInView

/** The properties of the list's tracking events. */
export const eventOf = ({ kit }: HistoryFeed, cursor: string | undefined) => ({
  address: kit.account().address,
  projectId: kit.projectId,
  cursor,
  isSmartAccount: kit.account().preferredAccountType === 'smartAccount',
})

/** Aborts pending requests and empties the list. `changes` are written to the emptied state. */
function clear(feed: HistoryFeed, changes: Partial<HistoryState>) {
  feed.life.abort()
  feed.life = new AbortController()
  forget(feed)
  feed.tokens = []
  Object.assign(feed.state, blankHistory(), changes)
}

function forget(feed: HistoryFeed) {
  feed.ids = new Set()
  feed.all = []
}

/** Clears the data of the previous account or network. */
export function reset(feed: HistoryFeed): void {
  clear(feed, { lastNetworkInView: feed.kit.network()?.caipNetworkId })
  feed.owner = feed.kit.account().address
}

/** Adds rows, and moves suspicious ones to their own list. Returns how many of `rows` the main list shows. */
function take(feed: HistoryFeed, rows: readonly Transaction[]): number {
  const { state, ids } = feed
  feed.all = merge(feed.all, rows)
  const { suspicious } = findSuspicious(feed.all, factsOf(feed))
  const shown = rows.filter(({ id }) => !suspicious.has(id))
  const list = append(state.transactions, shown, ids)
  const isWhole = list.length === feed.all.length - suspicious.size && !list.some(({ id }) => suspicious.has(id))
  // If the list is not whole, the new rows made earlier rows suspicious or honest again, so build the whole list again.
  const honest = isWhole ? list : byTime(feed.all.filter(({ id }) => !suspicious.has(id)))
  state.transactions = held(honest)
  state.transactionsByYear = held(isWhole ? addTo(state.transactionsByYear, shown) : addTo({}, honest))
  for (const { id } of rows) ids.add(id)
  if (suspicious.size || state.suspicious.length)
    state.suspicious = held(byTime(feed.all.filter(({ id }) => suspicious.has(id))))
  feed.added()
  return shown.length
}

/** The account's own addresses, receivers, transactions and tokens, with which `findSuspicious` compares the rows. */
export function factsOf({ kit, tokens }: HistoryFeed): HistoryFacts {
  const { address: account = '', allAccounts } = kit.account()
  const sent = kit.chain.sent().filter(({ from }) => from.toLowerCase() === account.toLowerCase())
  return {
    account,
    known: [...allAccounts.map(({ address }) => address), ...knownReceivers(sent)],
    own: sent.map(({ hash }) => hash),
    native: kit.network()?.nativeCurrency.symbol ?? '',
    tokens,
  }
}

/**
 * Reads the account's tokens that have a price, then looks for suspicious rows again. No answer counts as no tokens.
 */
export async function readTokens(feed: HistoryFeed): Promise<void> {
  const { signal } = feed.life
  const balances = await feed.kit.fetchBalances().catch(() => [])
  if (signal.aborted) return
  feed.tokens = balances.flatMap(({ symbol, address, price }) =>
    address !== undefined && price > 0 ? [{ symbol, address: address.split(':').at(-1) ?? '' }] : [],
  )
  if (feed.all.length) take(feed, [])
}

/** One page from the service, without spam and other networks; empty without a service for the active network. */
export async function readPage(
  feed: HistoryFeed,
  address: string,
  cursor?: string,
  onramp?: typeof ONRAMP,
): Promise<Page> {
  const { kit, api, life } = feed
  const chainId = kit.network()?.caipNetworkId
  if (!api || !chainId || !isSupported(feed)) return { data: [], next: undefined }
  const ask = { account: address, chainId, cursor, ...(onramp && { onramp }), signal: life.signal }
  const page = await api.fetchHistory(ask)
  return { ...page, data: shownOf(page.data, chainId) }
}

export async function readPurchases(feed: HistoryFeed, address: string): Promise<void> {
  const { kit, state } = feed
  const { signal } = feed.life
  try {
    let rows: Transaction[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < PURCHASE_PAGES; pages++) {
      const { data, next } = await readPage(feed, address, cursor, ONRAMP)
      // A service that ignores the `onramp` parameter returns the whole history: keep only purchases.
      const purchases = data.filter(({ metadata }) => metadata.isPurchase)
      rows = merge(rows, purchases)
      cursor = next
      if (next === undefined) break
    }
    if (!signal.aborted) state.coinbaseTransactions = held(byTime(rows))
  } catch (error) {
    if (!signal.aborted) kit.report(error, 'HISTORY_PURCHASES', HISTORY_ERRORS)
  }
}

/**
 * Fetches the first page, or the page at the cursor. Goes on to the next page while a page has nothing
 * to show, but fetches at most five. A failure empties the list and is reported.
 * @throws "Transactions can't be fetched without an accountAddress"
 */
export async function fetchTransactions(feed: HistoryFeed, address?: string, cursor?: string): Promise<void> {
  if (!address) throw historyError('HISTORY_NO_ACCOUNT')
  const { kit, state } = feed
  const { signal } = feed.life
  state.loading = true
  state.failed = false
  let at = cursor
  try {
    for (let pages = 0; pages < EMPTY_PAGES; pages++) {
      const { data, next } = await readPage(feed, address, at)
      if (signal.aborted) return
      const count = take(feed, data)
      at = next
      state.next = next
      if (count || next === undefined) break
    }
    state.loading = false
    state.empty = state.transactions.length === 0 && state.next === undefined
  } catch (error) {
    if (signal.aborted) return
    clear(feed, { lastNetworkInView: state.lastNetworkInView, empty: true, failed: true })
    kit.report(error, 'HISTORY_FAILED', HISTORY_ERRORS)
    kit.track('ERROR_FETCH_TRANSACTIONS', eventOf(feed, at))
  }
}

/** The first page that has something to show; else the last one that was read, as {@link fetchTransactions} reads. */
async function readNewest(feed: HistoryFeed, address: string): Promise<Page> {
  let page = await readPage(feed, address)
  for (let pages = 1; pages < EMPTY_PAGES && !page.data.length && page.next !== undefined; pages++)
    page = await readPage(feed, address, page.next)
  return page
}

/**
 * Fetches newer transactions, and the purchases. If the newer transactions cannot be fetched, keeps the list and
 * reports nothing.
 */
export async function refresh(feed: HistoryFeed): Promise<void> {
  const { kit, state } = feed
  const { address } = kit.account()
  if (!address || state.loading || !isCurrent(feed)) return
  const { signal } = feed.life
  const [page] = await Promise.all([readNewest(feed, address).catch(() => undefined), readPurchases(feed, address)])
  if (!page || signal.aborted || !isCurrent(feed)) return
  const isJoined = page.data.length === 0 || page.data.some(({ id }) => feed.ids.has(id))
  if (feed.all.length && isJoined) {
    take(feed, page.data)
    state.empty = state.transactions.length === 0 && state.next === undefined
    return
  }
  // An older page is being read, and would be appended to the new list with a gap before it. Leave it to the next call.
  if (state.loading) return
  // Nothing is listed, or the page contains no known row, so there may be a gap before the old list: start again from
  // this page.
  const { failed } = state
  forget(feed)
  const { next } = page
  Object.assign(state, {
    transactions: held([]),
    transactionsByYear: held({}),
    suspicious: held([]),
    next,
    failed: false,
  })
  take(feed, page.data)
  state.empty = state.transactions.length === 0 && next === undefined
  // A failure forgets the tokens too.
  if (failed) await readTokens(feed)
}
