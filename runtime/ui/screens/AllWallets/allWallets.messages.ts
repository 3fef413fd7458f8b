import { defineMessages } from '../../context.ts'

export const allWalletsMessages = defineMessages({
  'all.search': 'Search wallets',
  'all.clear': 'Clear search',
  'all.certifiedOnly': 'Certified only',
  'all.certified': 'Certified',
  'all.installed': 'Installed',
  'all.list': 'Wallets',
  'all.found': '{count} wallets',
  'all.found.one': '{count} wallet',
  'all.none': 'No wallets found',
  'all.noneText': 'Nothing matches “{search}”. Check the spelling or show all.',
  'all.noneCertifiedText': 'Certified only hides the rest. Show all to see them.',
  'all.showAll': 'Show all',
  'all.empty': 'No wallet found',
  'all.emptyText': 'A wallet holds your keys and signs for you. Get one, then come back.',
  'all.getWallet': 'Get a wallet',
  'all.failed': 'The list could not be loaded',
  'all.failedText': 'The wallet list did not answer. Wallets on this device still work.',
  'all.offline': 'You’re offline',
  'all.offlineText': 'The list of wallets needs a connection. Wallets on this device still work.',
})
