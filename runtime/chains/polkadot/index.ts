/** Substrate chains, as functions that load their code: a page downloads none of it until it looks for wallets. */
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
