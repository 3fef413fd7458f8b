/** This plugin's entries in the error catalogue. */
import { defineErrors, WalletKitError } from 'walletkit/plugin'

export const ONRAMP_ERRORS = defineErrors({
  ONRAMP_OPTIONS: { message: 'The list of currencies could not be loaded', show: 'thrown' },
  ONRAMP_QUOTE: { message: 'The price could not be loaded', show: 'thrown' },
  ONRAMP_URL: { message: 'The provider’s page could not be opened', show: 'inline' },
  ONRAMP_HOST: { message: 'The payment page is not on the provider’s site, so it was not opened', show: 'inline' },
  ONRAMP_ACTIVITY: { message: 'Failed to fetch transactions', show: 'inline' },
})

export const onrampError = (code: keyof typeof ONRAMP_ERRORS, cause?: unknown) =>
  new WalletKitError(code, ONRAMP_ERRORS[code].message, cause)
