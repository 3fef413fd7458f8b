import { defineMessages } from '../context.ts'

export const connectingMessages = defineMessages({
  'connecting.waiting': 'Continue in {wallet}',
  'connecting.waitingText': 'Accept the connection request in the wallet',
  'connecting.slowText': 'No answer yet. Its window may be hidden: open {wallet} yourself.',
  'connecting.declined': 'Connection declined',
  'connecting.declinedText': 'The request was refused in {wallet}. Nothing was shared.',
  'connecting.busyText': 'A request is already waiting there. Open {wallet} and answer it.',
  'connecting.emptyText':
    '{wallet} shares no account that this site can use. Allow one for this site in {wallet}, then try again.',
  'connecting.setupText': '{wallet} is not set up yet. Finish its setup, then try again.',
  'connecting.failedText': '{wallet} did not connect. Nothing was shared.',
  'connecting.unknown': 'No wallet chosen',
  'connecting.unknownText': 'Choose a wallet to connect with.',
  'connecting.choose': 'Choose a wallet',
  'connecting.absent': 'Don’t have {wallet}?',
  'connecting.get': 'Get',
})
