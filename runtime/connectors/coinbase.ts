/** Coinbase's wallet. Older extensions do not announce themselves; a site adds its SDK with `externalConnector`. */
import { CONNECTOR_IDS, type Connector } from '../contracts/connector.ts'
import type { NamedWallet } from './injected.ts'

export const COINBASE: NamedWallet = {
  id: CONNECTOR_IDS.coinbaseWallet,
  rdns: 'com.coinbase.wallet',
  injected: 'coinbaseWalletExtension',
}

const FORMS: readonly (string | undefined)[] = [COINBASE.id, CONNECTOR_IDS.coinbaseWalletSDK, COINBASE.rdns]

/**
 * Whether a connector is Coinbase's: the extension, announced or not, or the SDK. `enableCoinbase: false` hides all of
 * them.
 */
export const isCoinbase = ({ id, info }: Pick<Connector, 'id' | 'info'>): boolean =>
  FORMS.includes(id) || FORMS.includes(info?.rdns ?? id)
