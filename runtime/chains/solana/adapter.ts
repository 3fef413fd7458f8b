/** Everything that Solana can do. Reads go to the network's RPC, and what needs the visitor's word to the wallet. */
import { coreError } from '../../errors/catalogue.ts'
import type { Adapter } from '../adapter.ts'
import { encodeBase58 } from '../../lib/base58.ts'
import { isAddress } from './address.ts'
import { toProvider } from './provider.ts'
import { readBalance } from './reads.ts'
import { readToken } from './token.ts'
import { waitForTransaction } from './waitForTransaction.ts'

/** Building transactions is most of the weight, and only who sends needs it. */
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
  estimateFee: async (kit, request) => (await building()).estimateFee(kit, request),

  /** A wallet signs for the network that it is told: nothing to ask it for but whether it has it. */
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
      // Money never leaves on another network, or from another account, than the visitor saw (reliability P26).
      if (kit.state.networks.solana.caipNetwork?.caipNetworkId !== request.chain.caipNetworkId)
        throw new Error(`The wallet is not on ${request.chain.name}`)
      if (wallet.address !== request.from) throw new Error('The wallet is on another account')
    }
    check()
    const { toTransaction } = await building()
    const transaction = await toTransaction(kit, request)
    check()
    return wallet.signAndSendTransaction(transaction, { preflightCommitment: 'confirmed' })
  },
}
export default adapter
