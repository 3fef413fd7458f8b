/** Solana, as functions that load its code, so that a page need not download it before it looks for wallets. */
import { defineChain } from '../../contracts/chain.ts'

export type { SolanaProvider } from './provider.ts'
export type { AnyTransaction } from './transaction.ts'

export default defineChain({
  namespace: 'solana',
  discover: () => import('./discover.ts'),
  wrapRequests: () => import('./wrapRequests.ts'),
  adapter: () => import('./adapter.ts'),
})
