import { defineMessages } from '../context.ts'

export const guideMessages = defineMessages({
  'guide.keys': 'One place for what you own',
  'guide.keysText': 'A wallet holds the keys to your tokens and collectibles. Only you can use them.',
  'guide.login': 'A way to sign in',
  'guide.loginText': 'Connect it to an app instead of making another account and password.',
  'guide.approve': 'You approve every move',
  'guide.approveText': 'An app can ask. Nothing leaves the wallet until you say yes there.',
  'guide.getWallet': 'Get a wallet',
  'guide.ledger': 'A shared record',
  'guide.ledgerText': 'A network is a group of computers that keep the same record of who owns what.',
  'guide.fee': 'Each has its own coin',
  'guide.feeText': 'Fees are paid in it. A token on one network is not on another by itself.',
  'guide.switch': 'You can switch',
  'guide.switchText': 'Apps work on some networks. Your wallet moves between them, your address stays.',
  'guide.choose': 'Choose a network',
})
