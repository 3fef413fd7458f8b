/**
 * Substrate chains, as functions that load their code, so that a page need not download it before it looks for wallets.
 */
import { defineChain } from '../../contracts/chain.ts'

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
