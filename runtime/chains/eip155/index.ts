/** EVM chains: thunks only, so that a page which lists one carries nothing of it until somebody looks for a wallet. */
import { defineChain } from '../chain.ts'

export default defineChain({
  namespace: 'eip155',
  discover: () => import('./discover.ts'),
  adapter: () => import('./adapter.ts'),
})

/**
 * Transactions as bytes, for apps that build or read them themselves: types, blobs, error classes. Fetched when it is
 * called; a site that does not call it carries none of it.
 */
export const transactions = () => import('./transactions.ts')
