/** Everything that Bitcoin chains can do here. No transaction is built in the page: wallets do that themselves. */
import type { Adapter } from '../adapter.ts'
import { isAddressOn, parseAddress } from './address.ts'
import { chainOf } from './chains.ts'
import { onNetwork } from './createProvider.ts'
import { toBitcoinProvider } from './provider.ts'

const adapter: Adapter = {
  namespace: 'bip122',
  /** In base64: BIP-322 for segwit addresses, BIP-137 for the others. */
  signMessage: (_kit, provider, address, message) => toBitcoinProvider(provider).signMessage({ address, message }),

  /** `value` in satoshi goes from a payment address; resolves with the txid. */
  sendTransaction: async (_kit, provider, { from, to, value = 0n, chain }) => {
    const wallet = toBitcoinProvider(provider)
    const id = chainOf(chain.caipNetworkId)
    if (!isAddressOn(to, id)) throw new Error(`The receiver is no address of ${chain.name}`)
    // Money never leaves on another network, or from another account, than the one that the visitor saw (reliability P26).
    if (!onNetwork(wallet.accounts, id).some(({ address }) => address === from))
      throw new Error(`The wallet is not on ${chain.name}`)
    if (!wallet.sendTransfer) throw new Error('This wallet sends no transfers for a site')
    return wallet.sendTransfer({ recipient: to, amount: value, from })
  },

  switchNetwork: (_kit, provider, network) => toBitcoinProvider(provider).moveTo(network),
  /** Of any network; {@link isAddressOn} is held to one. */
  isAddress: (text) => parseAddress(text) !== undefined,
}
export default adapter
