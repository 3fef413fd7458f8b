/** Bitcoin chains: thunks only, so that a page which lists one carries nothing of it until somebody looks for a wallet. */
import { defineChain } from '../chain.ts'

export type {
  BitcoinAccount,
  BitcoinProvider,
  MessageProtocol,
  Psbt,
  SignInput,
  SignedPsbt,
  SignMessage,
  Transfer,
} from './provider.ts'

export default defineChain({
  namespace: 'bip122',
  discover: () => import('./discover.ts'),
  wrapRequests: () => import('./wrapRequests.ts'),
  adapter: () => import('./adapter.ts'),
})
