/** Solana: thunks only, so that a page which lists it carries nothing of it until somebody looks for a wallet. */
import { defineChain } from '../chain.ts'

export type { SolanaProvider } from './provider.ts'
export type { AnyTransaction } from './transaction.ts'

export default defineChain({
  namespace: 'solana',
  discover: () => import('./discover.ts'),
  wrapRequests: () => import('./wrapRequests.ts'),
  adapter: () => import('./adapter.ts'),
})
