/** Changing what the config listed, while the page runs. */
import type { Chain } from '../chains/chain.ts'
import type { CaipNetwork } from '../chains/network.ts'
import { WalletKitError } from '../errors/base.ts'
import { coreError } from '../errors/catalogue.ts'
import { chainAdapterNotFound, clientsNotSet } from '../errors/thrown.ts'
import type { Kit } from '../kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { plain } from '../lib/plain.ts'
import { requestedNetworks } from '../state/networks.ts'
import { noteSupport, setNetwork } from './session.ts'

/** Lists one more network. One with the id of a listed one takes its place. Throws 'Chain adapter not found'. */
export function addNetwork(kit: Kit, network: CaipNetwork) {
  const { chainNamespace } = network
  if (!kit.chains.has(chainNamespace)) throw chainAdapterNotFound()
  const own = kit.state.networks[chainNamespace]
  own.requestedCaipNetworks = [
    ...own.requestedCaipNetworks.filter((each) => each.caipNetworkId !== network.caipNetworkId),
    plain(network),
  ]
  own.caipNetwork ??= own.requestedCaipNetworks[0]
  kit.state.networks.activeChain ??= chainNamespace
  noteSupport(kit)
}

/** Unlists a network; only its own namespace is touched. The active one falls back to the first that remains. */
export function removeNetwork(kit: Kit, caipNetworkId: string) {
  const network = requestedNetworks(kit.state.networks).find((each) => each.caipNetworkId === caipNetworkId)
  if (!network) throw coreError('NETWORK_NOT_FOUND')
  const own = kit.state.networks[network.chainNamespace]
  const [first, ...rest] = own.requestedCaipNetworks.filter((each) => each.caipNetworkId !== caipNetworkId)
  if (!first) throw new WalletKitError('LAST_NETWORK', 'The last network of a namespace cannot be removed')
  own.requestedCaipNetworks = [first, ...rest]
  if (own.caipNetwork?.caipNetworkId === caipNetworkId) setNetwork(kit, first.caipNetworkId)
  else noteSupport(kit)
}

/** Lists a chain. Throws 'ConnectionControllerClient and NetworkControllerClient must be set' for one without an adapter. */
export function addAdapter(kit: Kit, chain: Chain) {
  // What a page passes in may come from JavaScript.
  if (typeof (chain as Partial<Chain>).adapter !== 'function') throw clientsNotSet()
  kit.chains.set(chain.namespace, chain)
}

/** Throws while a wallet is connected on the namespace. */
export function removeAdapter(kit: Kit, namespace: Namespace) {
  if (kit.state.accounts[namespace].status === 'connected')
    throw new WalletKitError('ADAPTER_IN_USE', 'An adapter cannot be removed while connected')
  kit.chains.delete(namespace)
}
