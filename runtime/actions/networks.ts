/** Adds and removes networks and adapters while the page runs. */
import type { Chain } from '../contracts/chain.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { WalletKitError } from '../errors/base.ts'
import { coreError } from '../errors/catalogue.ts'
import { chainAdapterNotFound, clientsNotSet } from '../errors/thrown.ts'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { initialAccount } from '../state/accounts.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { plain } from '../lib/isRecord.ts'
import { findNetwork } from '../state/findNetwork.ts'
import { initialNetworks } from '../state/networks.ts'
import { connectionOf } from '../state/connections.ts'
import { setAccounts, shownAccounts } from './activeAccount.ts'
import { noteSupport, setNetwork, warnUnsupported } from './activeNetwork.ts'
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
  if (own.caipNetwork?.caipNetworkId !== network.caipNetworkId) return
  // The added network is the namespace's current one, so replace the placeholder or the older version of it in the
  // state.
  setNetwork(kit, network.caipNetworkId, { follow: true })
  setAccounts(kit, chainNamespace, shownAccounts(kit, chainNamespace))
  kit.events.emit('changed', { namespace: chainNamespace })
  warnUnsupported(kit)
}

/**
 * Removes a network from its namespace. If it is the namespace's current one, the first that remains becomes the
 * current one, and a connected wallet is asked to switch to it. If the wallet does not switch, the network is not
 * removed, the visitor sees an error, and the promise rejects. Throws `NETWORK_NOT_FOUND` for an unknown id, and
 * `LAST_NETWORK` for a namespace's last network.
 */
export function removeNetwork(kit: Kit, caipNetworkId: string): void | Promise<void> {
  const network = findNetwork(kit.state.networks, caipNetworkId)
  if (!network) throw coreError('NETWORK_NOT_FOUND')
  const before = leaving(kit).get(network.chainNamespace)
  if (before) return before.then(() => removeNetwork(kit, caipNetworkId))
  const own = kit.state.networks[network.chainNamespace]
  const remaining = () => own.requestedCaipNetworks.filter((each) => each.caipNetworkId !== caipNetworkId)
  const [fallback] = remaining()
  if (!fallback) throw new WalletKitError('LAST_NETWORK', 'The last network of a namespace cannot be removed')
  const unlist = () => {
    own.requestedCaipNetworks = remaining()
    // Store the network only if its namespace is the active one: pages of the site open on the stored network.
    const follow = kit.state.networks.activeChain !== network.chainNamespace
    if (own.caipNetwork?.caipNetworkId === caipNetworkId) setNetwork(kit, fallback.caipNetworkId, { follow })
    else noteSupport(kit)
  }
  const isActive = own.caipNetwork?.caipNetworkId === caipNetworkId
  if (!isActive || !connectionOf(kit, network.chainNamespace)) return unlist()
  const left = leave(kit, network.chainNamespace, fallback.caipNetworkId).then(unlist)
  const done = () => void leaving(kit).delete(network.chainNamespace)
  leaving(kit).set(network.chainNamespace, left.then(done, done))
  return left
}

/**
 * For each namespace, the removal of a network that waits for the wallet to switch to another one. Further removals
 * wait for it, because they could remove the network to which the wallet switches.
 */
const leaving = perKit(() => new Map<Namespace, Promise<void>>())

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
 * Adds the code of a namespace to the kit, or replaces it. Throws 'ConnectionControllerClient and
 * NetworkControllerClient must be set' for a chain without an adapter.
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

/** Removes the code of a namespace from the kit. Throws while a wallet is connected on that namespace. */
export function removeAdapter(kit: Kit, namespace: Namespace) {
  if (kit.state.accounts[namespace].status === 'connected')
    throw new WalletKitError('ADAPTER_IN_USE', 'An adapter cannot be removed while connected')
  kit.chains.delete(namespace)
}
