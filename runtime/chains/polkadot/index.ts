/** Substrate chains: thunks only, so that a page which lists one carries nothing of it until somebody looks for a wallet. */
import { defineChain } from '../chain.ts'

export type {
  PolkadotAccount,
  PolkadotProvider,
  PolkadotSigner,
  SignerPayload,
  SignerRaw,
  SignerResult,
} from './provider.ts'

export default defineChain({
  namespace: 'polkadot',
  discover: () => import('./discover.ts'),
  wrapRequests: () => import('./wrapRequests.ts'),
  adapter: () => import('./adapter.ts'),
})
