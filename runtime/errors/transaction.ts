/**
 * The errors of a transaction that a node refuses, does not find, or may have accepted. They are not in `catalogue.ts`,
 * because the modal needs none of them for its first view.
 */
import { WalletKitError } from './base.ts'
import { defineErrors } from './catalogue.ts'

export const TRANSACTION_ERRORS = defineErrors({
  TX_REVERTED: { message: 'The contract refuses this transaction', show: 'toast' },
  TX_FEE_CAP_TOO_HIGH: { message: 'The network fee is set too high', show: 'toast' },
  TX_FEE_CAP_TOO_LOW: { message: 'The network fee is too low. Try again', show: 'toast' },
  TX_NONCE_TOO_HIGH: { message: 'An earlier transaction is missing. Check your wallet', show: 'toast' },
  TX_NONCE_TOO_LOW: { message: 'This transaction was already sent or replaced', show: 'toast' },
  TX_INSUFFICIENT_FUNDS: { message: 'Not enough funds for amount and network fee', show: 'toast' },
  TX_GAS_TOO_HIGH: { message: 'The gas limit is too high for this network', show: 'toast' },
  TX_GAS_TOO_LOW: { message: 'The gas limit is too low', show: 'toast' },
  TX_TIP_ABOVE_FEE_CAP: { message: 'The tip is above the maximum network fee', show: 'toast' },
  TX_UNCERTAIN: { message: 'It may have been sent. Check your wallet first', show: 'toast', loud: true },
  TX_NOT_FOUND: { message: 'The network does not know this transaction', show: 'toast' },
  TX_RECEIPT_NOT_FOUND: { message: 'This transaction is not confirmed yet', show: 'toast' },
  TX_WAIT_TIMEOUT: { message: 'Not confirmed yet. Check again later', show: 'toast' },
})
export type TransactionErrorCode = keyof typeof TRANSACTION_ERRORS

/** Creates an error of {@link TRANSACTION_ERRORS}. */
export const transactionError = (code: TransactionErrorCode, cause?: unknown) =>
  new WalletKitError(code, TRANSACTION_ERRORS[code].message, cause)
