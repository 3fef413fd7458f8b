import { defineMessages } from '../../context.ts'

export const getWalletMessages = defineMessages({
  'get.text': 'Install it, set it up, then come back to this page',
  'get.chrome': 'Chrome extension',
  'get.ios': 'App Store',
  'get.android': 'Google Play',
  'get.web': 'Web app',
  'get.home': 'Website',
  'get.newTab': 'opens in a new tab',
  'get.list': 'Wallets',
  'get.noLinks': 'No link is known for {wallet}',
  'get.noLinksText': 'Look for it in your browser’s extension store or your phone’s app store.',
  'get.anyTitle': 'Pick a wallet you trust',
  'get.anyText': 'Install one from your browser’s extension store or your phone’s app store, then reload this page.',
  'get.failed': 'The list could not be loaded',
  'get.failedText': 'The wallet list did not answer. App and extension stores have wallets, too.',
  'get.offline': 'You’re offline',
  'get.offlineText': 'The list of wallets needs a connection.',
  'get.reload': 'Reload this page',
})
