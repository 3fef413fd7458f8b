import { discoverStandard } from '../../connectors/walletStandard.ts'
import type { Discovery } from '../chain.ts'

/** Wallets of the Wallet Standard that have a chain of Solana and can be connected, now and as they come. */
export default function discover({ found, enableAnnounced }: Discovery): () => void {
  if (!enableAnnounced) return () => {}
  return discoverStandard(
    'solana',
    ({ chains, features }) =>
      chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:')) &&
      'standard:connect' in features,
    found,
    () => import('./driver.ts'),
  )
}
