/** All texts of the activity. */
import { defineMessages } from 'walletkit/ui'

export const historyMessages = defineMessages({
  'history.list': 'Activity',
  'history.sent': 'Sent',
  'history.received': 'Received',
  'history.swapped': 'Swapped',
  'history.minted': 'Minted',
  'history.burned': 'Burned',
  'history.bought': 'Bought',
  'history.approved': 'Approved',
  'history.revoked': 'Approval removed',
  'history.called': 'Contract call',
  'history.deployed': 'Contract deployed',
  'history.transaction': 'Transaction',

  'history.to': 'To {address}',
  'history.from': 'From {address}',
  'history.self': 'To yourself',
  'history.for': '{out} for {in}',
  'history.spender': '{symbol} for {address}',
  'history.with': 'With {address}',
  'history.onramp': 'With the on-ramp',
  'history.more': '{note}, {count} more',
  'history.nft': 'NFT',

  'history.pending': 'Pending',
  'history.failed': 'Failed',
  'history.explorer': 'opens the explorer',

  'history.suspiciousOne': '1 suspicious entry',
  'history.suspicious': '{count} suspicious entries',
  'history.suspiciousText':
    'These imitate addresses or tokens that you use, so that you send to a wrong address. Never copy an address from them.',
  'history.show': 'Show',
  'history.hide': 'Hide',

  'history.now': 'now',
  'history.minutes': '{n} min',
  'history.hours': '{n} h',
  'history.days': '{n} d',

  'history.loading': 'Loading',
  'history.loadMore': 'Load more',
  'history.empty': 'No activity yet',
  'history.emptyText': 'What you send, receive, swap or buy shows up here',
  'history.fetchFailed': 'Failed to fetch transactions',
  'history.fetchFailedText': 'Your funds are not affected. Try again in a moment.',
  'history.retry': 'Retry',
  'history.offline': 'You’re offline',
  'history.offlineText': 'Your activity shows up once you are back.',
  'history.offlineBanner': 'You’re offline. What is new shows up once you are back.',
  'history.elsewhere': 'Activity is not available here',
  'history.elsewhereText': 'Your wallet shows what you did on {network}.',
  'history.chooseNetwork': 'Choose network',
  'history.noService': 'Activity is not available on this site',
  'history.noServiceText': 'Your wallet shows what you did.',
  'history.disconnected': 'No wallet connected',
  'history.disconnectedText': 'Connect a wallet to see what it did.',
  'history.connect': 'Connect Wallet',
})
export type HistoryKey = keyof typeof historyMessages
