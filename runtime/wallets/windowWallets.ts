/** Wallets that put a provider into a window property of their own. Discovery reads them with the first open. */
import { CONNECTOR_IDS } from '../contracts/connector.ts'

export type WindowWallet = {
  /** The connector's id. */
  id: string
  /** The row's name, if `CONNECTOR_NAMES` has none for the id. */
  name?: string
  /** The rdns that it announces, if it does, so that the same wallet is listed once. */
  rdns: string
  /** The window property that holds its provider. */
  injected: string
}

/** Older extensions do not announce themselves; a site adds Coinbase's SDK with `externalConnector`. */
export const COINBASE: WindowWallet = {
  id: CONNECTOR_IDS.coinbaseWallet,
  rdns: 'com.coinbase.wallet',
  injected: 'coinbaseWalletExtension',
}

/** The extension, and the browser of the app. */
export const OKX: WindowWallet = {
  id: CONNECTOR_IDS.okx,
  name: 'OKX Wallet',
  rdns: 'com.okex.wallet',
  injected: 'okxwallet',
}
