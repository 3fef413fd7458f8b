/** The texts of the receive panel. */
import { defineMessages } from 'walletkit/ui'

export const receiveMessages = defineMessages({
  'receive.qr': 'QR code of your address {address}',
  'receive.yourAddress': 'Your address',
  'receive.compatible': 'Compatible networks',
  'receive.copy': 'Copy address',
  'receive.copied': 'Address copied',
  'receive.disconnected': 'No wallet connected',
  'receive.disconnectedText': 'Connect a wallet to see its address.',
  'receive.connect': 'Connect Wallet',
  'receive.only': 'Your address works on these networks. What is sent on another one may be lost.',
  'receive.noNetworks': 'No networks',
  'receive.noNetworksText': 'This site lists no network for your account.',
  'receive.back': 'Back',
})
