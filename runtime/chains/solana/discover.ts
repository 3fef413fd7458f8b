import { discoverStandard } from '../../connectors/walletStandard.ts'
import type { Discovery } from '../../contracts/chain.ts'

/** Reports the Wallet Standard wallets that have a Solana chain and can connect: now, and those that appear later. */
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
