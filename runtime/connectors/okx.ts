/** OKX Wallet's extension and app, under a name of their own in the window. */
import { CONNECTOR_IDS } from './connector.ts'
import type { NamedWallet } from './injected.ts'

export const OKX: NamedWallet = {
  id: CONNECTOR_IDS.okx,
  name: 'OKX Wallet',
  rdns: 'com.okex.wallet',
  injected: 'okxwallet',
}
