import { discoverAnnounced } from '../../connectors/announced.ts'
import { discoverInjected } from '../../connectors/injected.ts'
import type { Discovery } from '../chain.ts'

const driver = () => import('./driver.ts')

/** Announced wallets (EIP-6963) and the one behind `window.ethereum`, now and as they come. */
export default function discover({ found, enableInjected, enableAnnounced }: Discovery): () => void {
  const stops = [
    ...(enableAnnounced ? [discoverAnnounced(found, driver)] : []),
    ...(enableInjected ? [discoverInjected(found, driver)] : []),
  ]
  return () => stops.forEach((stop) => stop())
}
