/** Coinbase's wallet. Older extensions do not announce themselves; its SDK comes in by code (`externalConnector`). */
import { CONNECTOR_IDS, type Connector } from './connector.ts'
import type { NamedWallet } from './injected.ts'

export const COINBASE: NamedWallet = {
  id: CONNECTOR_IDS.coinbaseWallet,
  rdns: 'com.coinbase.wallet',
  injected: 'coinbaseWalletExtension',
}

const FORMS: readonly (string | undefined)[] = [COINBASE.id, CONNECTOR_IDS.coinbaseWalletSDK, COINBASE.rdns]

/** Any form of it: the extension, announced or not, and the SDK. `enableCoinbase: false` leaves all of them out. */
export const isCoinbase = ({ id, info }: Pick<Connector, 'id' | 'info'>): boolean =>
  FORMS.includes(id) || FORMS.includes(info?.rdns ?? id)
