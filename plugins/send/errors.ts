/** This plugin's entries in the error catalogue. Sites may compare the first four texts: do not change them. */
import { defineErrors, WalletKitError } from 'walletkit/plugin'

const declined = 'Declined in {wallet}. Nothing was sent.'

export const SEND_ERRORS = defineErrors({
  SEND_FAILED: { message: 'Something went wrong', show: 'toast', loud: true, declined },
  SEND_FAILED_SOLANA: { message: 'Failed to send transaction. Please try again.', show: 'toast', loud: true, declined },
  SEND_INCOMPLETE: { message: 'Please enter a valid amount and receiver address', show: 'toast' },
  UNSUPPORTED_CHAIN: { message: 'Unsupported chain', show: 'thrown' },
  SEND_PARTLY: {
    message: 'Not all payments are confirmed',
    show: 'toast',
    loud: true,
    declined: 'Declined in {wallet}. What was sent before stays sent.',
  },
  SEND_CHANGED: { message: 'Account or network changed. Nothing was sent', show: 'toast' },
  SEND_NAME_CHANGED: { message: 'The name changed. Nothing was sent', show: 'toast' },
  SEND_DECIMALS: { message: 'Token decimals in doubt. Nothing was sent', show: 'toast' },
  SEND_REVERTED: { message: 'Transaction failed', show: 'toast' },
  SEND_UNSEEN: { message: 'Sent. Your wallet does not say what became of it', show: 'toast' },
  SEND_EXPIRED: { message: 'Transaction expired. Nothing was sent', show: 'toast' },
  SEND_ARGUMENTS: { message: 'What the site preselected can’t be read', show: 'toast' },
  SEND_ARGUMENT_TOKEN: { message: 'The preselected token can’t be sent here', show: 'toast' },
  SEND_ARGUMENT_NETWORK: { message: 'The preselected token is on another network', show: 'toast' },
  SEND_ARGUMENT_AMOUNT: { message: 'The preselected amount can’t be used', show: 'toast' },
  SEND_ARGUMENT_TO: { message: 'The preselected recipient can’t be used', show: 'toast' },
  SEND_GAS: { message: 'Network cost unavailable', show: 'inline' },
  NAME_IMITATES: {
    message: 'This name is refused: it imitates another one with letters that look alike.',
    show: 'inline',
  },
  SEND_NAME: { message: 'Error resolving name', show: 'inline' },
})
export type SendErrorCode = keyof typeof SEND_ERRORS

export const sendError = (code: SendErrorCode, cause?: unknown) =>
  new WalletKitError(code, SEND_ERRORS[code].message, cause)

/** Turns an error of `runCalls` into this plugin's own, whose text is about sending; other errors stay. */
export function inWords(error: unknown): unknown {
  const code = error instanceof WalletKitError ? error.code : undefined
  if (code === 'CALLS_FAILED') return sendError('SEND_REVERTED', error)
  return code === 'CALLS_CHANGED' ? sendError('SEND_CHANGED', error) : error
}
