/** Recognises Coinbase's wallet in all its forms. */
import { CONNECTOR_IDS, type Connector } from '../contracts/connector.ts'
import { COINBASE } from '../wallets/windowWallets.ts'

const FORMS: readonly (string | undefined)[] = [COINBASE.id, CONNECTOR_IDS.coinbaseWalletSDK, COINBASE.rdns]

/**
 * Whether a connector is Coinbase's: the extension, announced or not, or the SDK. `enableCoinbase: false` hides all of
 * them.
 */
export const isCoinbase = ({ id, info }: Pick<Connector, 'id' | 'info'>): boolean =>
  FORMS.includes(id) || FORMS.includes(info?.rdns ?? id)
