/**
 * The adapter of Solana. Reads go to the network's RPC node; requests that need the visitor's consent go to the wallet.
 */
import { coreError } from '../../errors/catalogue.ts'
import type { Adapter } from '../../contracts/adapter.ts'
import { encodeBase58 } from '../../lib/base58.ts'
import { UnconfirmedSend } from './broadcast.ts'
import { isAddress } from './encodings.ts'
import { toProvider } from './provider.ts'
import { readBalance } from './reads.ts'
import { readToken } from './token.ts'
import { waitForTransaction } from './waitForTransaction.ts'

/** Most of Solana's code is for building transactions, so it loads only when one is needed. */
const building = () => import('./transfer.ts')

const adapter: Adapter = {
  namespace: 'solana',
  getBalance: readBalance,
  getToken: readToken,
  isAddress,
  waitForTransaction: (kit, network, hash, signal, timeout) =>
    waitForTransaction(kit, network, hash, { ...(signal && { signal }), ...(timeout !== undefined && { timeout }) }),
  readTransaction: async (transaction) => (await import('./readTransaction.ts')).readTransaction(transaction),
  buildTransfer: async (kit, transfer) => (await building()).buildTransfer(kit, transfer),
  buildRevocation: async (kit, revocation) => (await import('./revocation.ts')).buildRevocation(kit, revocation),
  estimateFee: async (kit, request) => (await building()).estimateFee(kit, request),
  simulate: async (kit, request) => (await import('./simulate.ts')).simulate(kit, request),

  /**
   * Only checks whether the wallet supports the network. The wallet need not switch: each request names its network.
   */
  switchNetwork: async (_kit, provider, { caipNetworkId }) => {
    if (!toProvider(provider).supports(caipNetworkId)) throw coreError('CHAIN_NOT_SUPPORTED')
  },

  signMessage: async (_kit, provider, address, message) => {
    const wallet = toProvider(provider)
    if (wallet.address !== address) throw new Error('The wallet is on another account')
    return encodeBase58(await wallet.signMessage(new TextEncoder().encode(message)))
  },

  sendTransaction: async (kit, provider, request) => {
    const wallet = toProvider(provider)
    const check = () => {
      // Money may leave only on the network and from the account that the visitor saw. Either may have changed since:
      // then throw.
      if (kit.state.networks.solana.caipNetwork?.caipNetworkId !== request.chain.caipNetworkId)
        throw new Error(`The wallet is not on ${request.chain.name}`)
      if (wallet.address !== request.from) throw new Error('The wallet is on another account')
    }
    check()
    const { toTransaction } = await building()
    const transaction = await toTransaction(kit, request)
    check()
    try {
      return await wallet.signAndSendTransaction(transaction, { preflightCommitment: 'confirmed' })
    } catch (error) {
      // The node did not answer, but may have the transaction. Return its signature, so that the caller waits for it: a
      // visitor who reads "failed" would pay a second time.
      if (error instanceof UnconfirmedSend) return error.signature
      throw error
    }
  },
}
export default adapter
