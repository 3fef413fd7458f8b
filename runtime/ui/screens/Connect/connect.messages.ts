import { defineMessages } from '../../context.ts'

export const connectMessages = defineMessages({
  'connect.wallets': 'Wallets',
  'connect.installed': 'Installed',
  'connect.recent': 'Recent',
  'connect.multichain': 'Multichain',
  'connect.qrCode': 'QR code',
  'connect.allWallets': 'All Wallets',
  'connect.walletCount': '{count} wallets',
  'connect.continue': 'Continue with a wallet',
  'connect.or': 'or',
  'connect.newcomer': 'New to wallets?',
  'connect.start': 'Get started',
  'connect.none': 'No wallet found',
  'connect.noneText': 'A wallet holds your keys and signs for you. Get one, then come back.',
  'connect.getWallet': 'Get a wallet',
  'connect.legal': 'By connecting you agree to the {links}',
  'connect.agree': 'I agree to the {links}',
  'connect.both': '{terms} and {privacy}',
  'connect.terms': 'Terms of Service',
  'connect.privacy': 'Privacy Policy',
})
