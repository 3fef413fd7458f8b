/** The adapter of Bitcoin chains. It builds no transactions: Bitcoin wallets build their own. */
import type { Adapter } from '../../contracts/adapter.ts'
import { isAddressOn, parseAddress } from './address.ts'
import { chainOf } from './chains.ts'
import { onNetwork } from './createProvider.ts'
import { toBitcoinProvider } from './provider.ts'

const adapter: Adapter = {
  namespace: 'bip122',
  /**
   * Signs a message; resolves with the signature in base64. Most wallets use BIP-322 for native segwit addresses and
   * BIP-137 for others. Remote wallets, and Wallet Standard wallets without sats-connect, choose the kind of signature
   * themselves.
   */
  signMessage: (_kit, provider, address, message) => toBitcoinProvider(provider).signMessage({ address, message }),

  /** Sends `value` satoshi from a payment address; resolves with the transaction id. */
  sendTransaction: async (_kit, provider, { from, to, value = 0n, chain }) => {
    const wallet = toBitcoinProvider(provider)
    const id = chainOf(chain.caipNetworkId)
    if (!isAddressOn(to, id)) throw new Error(`The receiver is not an address of ${chain.name}`)
    // Money may leave only on the network and from the account that the visitor saw; the wallet may have switched.
    if (!onNetwork(wallet.accounts, id).some(({ address }) => address === from))
      throw new Error(`The wallet is not on ${chain.name}`)
    if (!wallet.sendTransfer) throw new Error('This wallet sends no transfers for a site')
    return wallet.sendTransfer({ recipient: to, amount: value, from })
  },

  switchNetwork: (_kit, provider, network) => toBitcoinProvider(provider).moveTo(network),
  /** Accepts an address of any Bitcoin network; {@link isAddressOn} checks one network. */
  isAddress: (text) => parseAddress(text) !== undefined,
}
export default adapter
