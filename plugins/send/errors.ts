/** This plugin's rows of the error catalogue. The first two stand verbatim in the spec (section 8). */
import { defineErrors, WalletKitError } from 'walletkit/plugin'

export const SEND_ERRORS = defineErrors({
  SEND_FAILED: { message: 'Something went wrong', show: 'toast', loud: true },
  UNSUPPORTED_CHAIN: { message: 'Unsupported chain', show: 'thrown' },
  SEND_CHANGED: { message: 'Account or network changed. Nothing was sent', show: 'toast' },
  SEND_NAME_CHANGED: { message: 'The name changed. Nothing was sent', show: 'toast' },
  SEND_DECIMALS: { message: 'Token decimals in doubt. Nothing was sent', show: 'toast' },
  SEND_REVERTED: { message: 'Transaction failed', show: 'toast' },
  SEND_GAS: { message: 'Network cost unavailable', show: 'inline' },
  SEND_NAME: { message: 'Error resolving name', show: 'inline' },
})
export type SendErrorCode = keyof typeof SEND_ERRORS

export const sendError = (code: SendErrorCode, cause?: unknown) =>
  new WalletKitError(code, SEND_ERRORS[code].message, cause)
