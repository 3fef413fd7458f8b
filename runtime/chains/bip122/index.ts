/**
 * Bitcoin chains, as functions that load their code, so that a page need not download it before it looks for wallets.
 */
import { defineChain } from '../../contracts/chain.ts'

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
