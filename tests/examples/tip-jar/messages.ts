import { defineMessages } from 'walletkit/ui'

/** Every text of the plugin, in English. A site translates them by these keys. */
export default defineMessages({
  'tipJar.title': 'Like what you see?',
  'tipJar.to': 'Your tip goes to {address}.',
  'tipJar.nobody': 'This site has not said who gets the tips.',
  'tipJar.send': 'Tip {amount}',
  'tipJar.sending': 'Waiting for your wallet …',
  'tipJar.last': 'Your last tip',
})
