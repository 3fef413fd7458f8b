/** The runtime's parser and types for the history service's responses, under the shorter names of this folder. */
export { parseHistory as parsePage } from 'walletkit/plugin'
export type {
  HistoryPage as Page,
  HistoryStatus as Status,
  HistoryTransaction as Transaction,
  HistoryTransfer as Transfer,
} from 'walletkit/plugin'
