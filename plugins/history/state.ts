import { ref } from 'walletkit/plugin'
import type { ByYear } from './grouping.ts'
import type { Transaction } from './transaction.ts'

/** The transaction list of one account on one network (spec section 3). Lists are replaced, never changed in place. */
export type HistoryState = {
  /** Newest first; only what is shown. */
  transactions: readonly Transaction[]
  transactionsByYear: ByYear
  /** What was bought by the on-ramp. */
  coinbaseTransactions: readonly Transaction[]
  /** Where the next page begins; `undefined` on the last one. */
  next: string | undefined
  loading: boolean
  empty: boolean
  /** CAIP-2 of the network that the list is of. */
  lastNetworkInView: string | undefined
  /** The last fetch failed: said in place of the list until the next one. */
  failed: boolean
}

/** By reference: a snapshot of ten thousand rows would cost more than drawing them. */
export const held = <T extends object>(list: T): T => ref(list)

export const blankHistory = (): HistoryState => ({
  transactions: held([]),
  transactionsByYear: held({}),
  coinbaseTransactions: held([]),
  next: undefined,
  loading: false,
  empty: false,
  lastNetworkInView: undefined,
  failed: false,
})
