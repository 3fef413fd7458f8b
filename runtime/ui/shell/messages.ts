import { defineMessages } from '../context.ts'

export const shellMessages = defineMessages({
  back: 'Back',
  help: 'What is a wallet?',
  close: 'Close',
  account: 'Account',
  network: 'Network',
  chooseNetwork: 'Choose network, now {name}',
  loading: 'Loading',
  dismiss: 'Dismiss',
  failed: 'This part could not be loaded',
  failedText: 'Check your connection, then try again.',
  retry: 'Try again',
  unknown: 'Not in this build',
  unknownText: 'The site asked for a screen that it did not include.',
})
