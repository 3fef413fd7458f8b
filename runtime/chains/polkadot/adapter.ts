/** The adapter of Substrate chains. Balances and sending are absent: they need a chain's metadata (`@polkadot/api`). */
import type { Adapter } from '../../contracts/adapter.ts'
import { toPolkadotProvider } from './provider.ts'
import { decodeSs58 } from './ss58.ts'

const adapter: Adapter = {
  namespace: 'polkadot',
  /** Signs a message. Resolves with hex: a signature (64 to 66 bytes) of `<Bytes>message</Bytes>`. */
  signMessage: (_kit, provider, address, message) => toPolkadotProvider(provider).signMessage(message, address),
  /**
   * Resolves with the accounts' addresses on the network, without a request to the wallet: the same keys have other
   * addresses there, with that network's SS58 prefix.
   */
  switchNetwork: async (_kit, provider, network) => toPolkadotProvider(provider).accountsOn(network),
  /** Accepts SS58 of 32 bytes with a valid checksum, with any network's prefix. */
  isAddress: (text) => decodeSs58(text) !== undefined,
}
export default adapter
