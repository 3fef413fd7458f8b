/** EVM chains: thunks only, so that a page which lists one carries nothing of it until somebody looks for a wallet. */
import { defineChain } from '../chain.ts'

export default defineChain({
  namespace: 'eip155',
  discover: () => import('./discover.ts'),
  adapter: () => import('./adapter.ts'),
})
