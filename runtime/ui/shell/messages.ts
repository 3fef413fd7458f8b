import { defineMessages } from '../context.ts'

export const shellMessages = defineMessages({
  'shell.back': 'Back',
  'shell.help': 'What is a wallet?',
  'shell.close': 'Close',
  'shell.account': 'Account',
  'shell.network': 'Network',
  'shell.loading': 'Loading',
  'shell.dismiss': 'Dismiss',
  'shell.failed': 'This part could not be loaded',
  'shell.failedText': 'Check your connection, then try again. If that does not help, reload the page.',
  'shell.retry': 'Try again',
  'shell.unknown': 'Not available here',
  'shell.unknownText': 'The site asked for a screen that it does not offer.',
})
