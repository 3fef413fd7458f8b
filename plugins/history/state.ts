import { ref } from 'walletkit/plugin'
import type { ByYear } from './grouping.ts'
import type { Transaction } from './transaction.ts'

/** The transaction list of one account on one network. Lists are replaced, never mutated. */
export type HistoryState = {
  /** Newest first, without spam and suspicious rows. */
  transactions: readonly Transaction[]
  transactionsByYear: ByYear
  /**
   * Rows that imitate an address or a token, or transfer only amounts of 0, newest first; they are not among
   * `transactions`.
   */
  suspicious: readonly Transaction[]
  /** Purchases through the on-ramp. */
  coinbaseTransactions: readonly Transaction[]
  /** Cursor of the next page; `undefined` before the first page and after the last one. */
  next: string | undefined
  loading: boolean
  empty: boolean
  /** CAIP-2 id of the network that the list shows. */
  lastNetworkInView: string | undefined
  /** The last fetch failed. The screen reports this until the next fetch. */
  failed: boolean
}

/** Excludes the list from valtio's proxies: a snapshot of ten thousand rows would cost more than rendering them. */
export const held = <T extends object>(list: T): T => ref(list)

export const blankHistory = (): HistoryState => ({
  transactions: held([]),
  transactionsByYear: held({}),
  suspicious: held([]),
  coinbaseTransactions: held([]),
  next: undefined,
  loading: false,
  empty: false,
  lastNetworkInView: undefined,
  failed: false,
})
