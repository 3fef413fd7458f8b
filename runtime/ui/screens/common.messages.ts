import { defineMessages } from '../context.ts'

/** Texts that several screens share. */
export const commonMessages = defineMessages({
  'common.original': 'English original',
  'common.tryAgain': 'Try again',
  'common.retry': 'Retry',
  'common.cancel': 'Cancel',
  'common.disconnect': 'Disconnect',
  'common.offline': 'You’re offline. Last known balances.',
  'common.wallet': 'your wallet',
  'common.loading': 'Loading',
})
