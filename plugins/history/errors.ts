/** This plugin's entries in the error catalogue. Sites may compare the first two texts: do not change them. */
import { defineErrors, WalletKitError } from 'walletkit/plugin'

export const HISTORY_ERRORS = defineErrors({
  HISTORY_FAILED: { message: 'Failed to fetch transactions', show: 'toast', loud: true },
  HISTORY_NO_ACCOUNT: { message: "Transactions can't be fetched without an accountAddress", show: 'thrown' },
  HISTORY_EXPORT: { message: 'The activity can’t be exported now', show: 'toast' },
  HISTORY_PURCHASES: { message: 'Purchases unavailable', show: 'inline' },
})
export type HistoryErrorCode = keyof typeof HISTORY_ERRORS

export const historyError = (code: HistoryErrorCode) => new WalletKitError(code, HISTORY_ERRORS[code].message)
