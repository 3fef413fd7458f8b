/** This plugin's entries in the error catalogue. */
import { defineErrors } from 'walletkit/plugin'

export const ONRAMP_ERRORS = defineErrors({
  ONRAMP_OPTIONS: { message: 'The list of currencies could not be loaded', show: 'thrown' },
  ONRAMP_QUOTE: { message: 'The price could not be loaded', show: 'thrown' },
  ONRAMP_URL: { message: 'The provider’s page could not be opened', show: 'inline' },
  ONRAMP_ACTIVITY: { message: 'Failed to fetch transactions', show: 'inline' },
})
