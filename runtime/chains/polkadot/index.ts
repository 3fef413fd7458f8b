/** Substrate chains, as thunks: a page that lists one downloads no Substrate code until it looks for wallets. */
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
