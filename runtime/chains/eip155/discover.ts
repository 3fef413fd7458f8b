import { discoverAnnounced } from '../../connectors/announced.ts'
import { COINBASE } from '../../connectors/coinbase.ts'
import { discoverInjected } from '../../connectors/injected.ts'
import { OKX } from '../../connectors/okx.ts'
import type { Discovery } from '../chain.ts'

const driver = () => import('./driver.ts')

/** Announced wallets (EIP-6963), the one behind `window.ethereum` and the named ones beside it, now and as they come. */
export default function discover({ found, enableInjected, enableAnnounced }: Discovery): () => void {
  const stops = [
    ...(enableAnnounced ? [discoverAnnounced(found, driver)] : []),
    ...(enableInjected ? [discoverInjected(found, driver, [COINBASE, OKX])] : []),
  ]
  return () => stops.forEach((stop) => stop())
}
