import { discoverStandard } from '../../connectors/walletStandard.ts'
import type { Discovery } from '../../contracts/chain.ts'

/** Finds Wallet Standard wallets with a Solana chain that can connect: present ones, and those that appear later. */
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
