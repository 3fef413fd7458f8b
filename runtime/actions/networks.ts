/** Adds and removes networks and adapters while the page runs. */
import type { Chain } from '../contracts/chain.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { WalletKitError } from '../errors/base.ts'
import { coreError } from '../errors/catalogue.ts'
import { chainAdapterNotFound, clientsNotSet } from '../errors/thrown.ts'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import { initialAccount } from '../state/accounts.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { plain } from '../lib/isRecord.ts'
import { initialNetworks, requestedNetworks } from '../state/networks.ts'
import { connectionOf } from '../state/connections.ts'
import { noteSupport, setNetwork } from './activeNetwork.ts'
import { switchNetwork } from './switchNetwork.ts'
import { showError } from '../state/showToast.ts'

/** Adds a network, or replaces the one with the same id. Throws 'Chain adapter not found' without an adapter for it. */
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

/**
 * Removes a network from its namespace. If it is the namespace's current one, the first that remains becomes the
 * current one, and a connected wallet is asked to switch to it. If the wallet does not switch, the network is not
 * removed, the visitor sees an error, and the promise rejects. Throws `NETWORK_NOT_FOUND` for an unknown id, and
 * `LAST_NETWORK` for a namespace's last network.
 */
export function removeNetwork(kit: Kit, caipNetworkId: string): void | Promise<void> {
  const network = requestedNetworks(kit.state.networks).find((each) => each.caipNetworkId === caipNetworkId)
  if (!network) throw coreError('NETWORK_NOT_FOUND')
  const own = kit.state.networks[network.chainNamespace]
  const remaining = () => own.requestedCaipNetworks.filter((each) => each.caipNetworkId !== caipNetworkId)
  const [fallback] = remaining()
  if (!fallback) throw new WalletKitError('LAST_NETWORK', 'The last network of a namespace cannot be removed')
  const unlist = () => {
    own.requestedCaipNetworks = remaining()
    if (own.caipNetwork?.caipNetworkId === caipNetworkId) setNetwork(kit, fallback.caipNetworkId)
    else noteSupport(kit)
  }
  const isActive = own.caipNetwork?.caipNetworkId === caipNetworkId
  if (!isActive || !connectionOf(kit, network.chainNamespace)) return unlist()
  return leave(kit, network.chainNamespace, fallback.caipNetworkId).then(unlist)
}

/** Switches the namespace's wallet to another network without changing the page's active namespace. */
async function leave(kit: Kit, namespace: Namespace, caipNetworkId: CaipNetworkId) {
  const { activeChain } = kit.state.networks
  try {
    await switchNetwork(kit, caipNetworkId)
    if (activeChain && activeChain !== namespace) kit.state.networks.activeChain = activeChain
  } catch (error) {
    // The site asked for this switch, not the visitor. So show the error even to visitors who refused it in the wallet:
    // the page still shows the old network.
    const { message, surface } = report(kit, error, 'SWITCH_FAILED')
    if (surface === 'quiet') showError(kit.state.toast, message)
    throw error
  }
}

/**
 * Adds a chain. Throws 'ConnectionControllerClient and NetworkControllerClient must be set' for one without an adapter.
 */
export function addAdapter(kit: Kit, chain: Chain) {
  // A page may call this from JavaScript, without type checks.
  if (typeof (chain as Partial<Chain>).adapter !== 'function') throw clientsNotSet()
  const { namespace } = chain
  const { accounts, networks } = kit.state
  if (!Object.hasOwn(accounts, namespace)) {
    accounts[namespace] = initialAccount()
    networks[namespace] = {
      ...initialNetworks(namespace, []),
      caipNetwork: undefined,
      approvedCaipNetworkIds: undefined,
    }
  }
  kit.chains.set(namespace, chain)
}

/** Removes a namespace's chain. Throws while a wallet is connected there. */
export function removeAdapter(kit: Kit, namespace: Namespace) {
  if (kit.state.accounts[namespace].status === 'connected')
    throw new WalletKitError('ADAPTER_IN_USE', 'An adapter cannot be removed while connected')
  kit.chains.delete(namespace)
}
