/** EVM chains, as functions that load their code, so that a page need not download it before it looks for wallets. */
import { defineChain } from '../../contracts/chain.ts'

export default defineChain({
  namespace: 'eip155',
  discover: () => import('./discover.ts'),
  adapter: () => import('./adapter.ts'),
})

/**
 * Loads what apps need to build or read transactions as bytes themselves: the five types of transactions (EIP-2718),
 * blobs (EIP-4844) and error classes. A site that does not call this function downloads only the parts that the kit
 * itself uses.
 *
 * @example
 * ```ts
 * import { transactions } from 'walletkit/chains/eip155'
 *
 * const { toBlobs } = await transactions()
 * const blobs = toBlobs(new TextEncoder().encode('Hello'))
 * ```
 */
export const transactions = () => import('./transactions.ts')
