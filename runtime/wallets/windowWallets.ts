/**
 * Lists wallets that put a provider into a window property of their own. The search for wallets on a chain looks for
 * these properties.
 */
import { CONNECTOR_IDS } from '../contracts/connector.ts'

export type WindowWallet = {
  /** The connector's id. */
  id: string
  /** The name in the list of wallets, if `CONNECTOR_NAMES` has none for the id. */
  name?: string
  /**
   * The rdns with which newer versions of the wallet announce themselves (EIP-6963), so that the wallet is listed once.
   */
  rdns: string
  /** The window property that holds the wallet's provider. */
  injected: string
}

/**
 * Coinbase's browser extension, whose older versions do not announce themselves. Coinbase's SDK is not covered: a site
 * adds it with `externalConnector`.
 */
export const COINBASE: WindowWallet = {
  id: CONNECTOR_IDS.coinbaseWallet,
  rdns: 'com.coinbase.wallet',
  injected: 'coinbaseWalletExtension',
}

/** OKX's browser extension, and the browser in its app. */
export const OKX: WindowWallet = {
  id: CONNECTOR_IDS.okx,
  name: 'OKX Wallet',
  rdns: 'com.okex.wallet',
  injected: 'okxwallet',
}
