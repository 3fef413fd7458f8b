/** OKX Wallet's extension and the browser of its app, which set a window property of their own. */
import { CONNECTOR_IDS } from '../contracts/connector.ts'
import type { NamedWallet } from './injected.ts'

export const OKX: NamedWallet = {
  id: CONNECTOR_IDS.okx,
  name: 'OKX Wallet',
  rdns: 'com.okex.wallet',
  injected: 'okxwallet',
}
