/** Decides which of the found connectors a page may list. */
import { type Connector, CONNECTOR_IDS } from '../contracts/connector.ts'
import { COINBASE } from '../wallets/windowWallets.ts'

/** The connector ids and the rdns of Coinbase's wallet: extension, SDK, announced. */
const FORMS: readonly (string | undefined)[] = [COINBASE.id, CONNECTOR_IDS.coinbaseWalletSDK, COINBASE.rdns]

/**
 * Whether a connector is Coinbase's: the extension, announced or not, or the SDK. `enableCoinbase: false` hides all of
 * them.
 */
export const isCoinbase = ({ id, info }: Pick<Connector, 'id' | 'info'>): boolean =>
  FORMS.includes(id) || FORMS.includes(info?.rdns ?? id)

/**
 * Whether this page can reach the connector's wallet. Only the Safe connector needs a page in a frame, because the Safe
 * SDK talks to the Safe app around this page. On a server, all connectors count as reachable.
 */
export const isReachable = ({ id }: Pick<Connector, 'id'>): boolean =>
  id !== CONNECTOR_IDS.safe || typeof window === 'undefined' || window.parent !== window
