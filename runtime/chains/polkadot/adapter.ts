/** Everything that Substrate chains can do here: connect, sign, move between networks. Balances and sending need a node's library. */
import type { Adapter } from '../adapter.ts'
import { toPolkadotProvider } from './provider.ts'
import { decodeSs58 } from './ss58.ts'

const adapter: Adapter = {
  namespace: 'polkadot',
  /** 0x and 128 hex digits, over `<Bytes>message</Bytes>`. */
  signMessage: (_kit, provider, address, message) => toPolkadotProvider(provider).signMessage(message, address),
  /** No wallet has to move: the same keys are spelled with the network's own prefix. */
  switchNetwork: async (_kit, provider, network) => toPolkadotProvider(provider).accountsOn(network),
  /** SS58 of 32 bytes with its checksum, whichever network's prefix it has. */
  isAddress: (text) => decodeSs58(text) !== undefined,
}
export default adapter
