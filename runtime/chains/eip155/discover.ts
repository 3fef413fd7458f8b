import { discoverAnnounced } from '../../connectors/announced.ts'
import { discoverInjected } from '../../connectors/injected.ts'
import { COINBASE, OKX } from '../../wallets/windowWallets.ts'
import type { Discovery } from '../../contracts/chain.ts'

const driver = () => import('./driver.ts')

/**
 * Finds announced wallets (EIP-6963), the wallet in `window.ethereum`, and Coinbase Wallet and OKX Wallet at their own
 * properties of `window`: those present now, and those that appear later.
 */
export default function discover({ found, enableInjected, enableAnnounced }: Discovery): () => void {
  const stops = [
    ...(enableAnnounced ? [discoverAnnounced(found, driver)] : []),
    ...(enableInjected ? [discoverInjected(found, driver, [COINBASE, OKX])] : []),
  ]
  return () => stops.forEach((stop) => stop())
}
