/** The names by which this folder calls the runtime's records of the history service. */
export { parseHistory as parsePage } from 'walletkit/plugin'
export type {
  HistoryPage as Page,
  HistoryStatus as Status,
  HistoryTransaction as Transaction,
  HistoryTransfer as Transfer,
} from 'walletkit/plugin'
