import { proxy } from 'valtio/vanilla'
import type { CaipNetwork } from '../contracts/network.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'

/** One namespace's networks. */
export type NetworkState = {
  caipNetwork: CaipNetwork | undefined
  requestedCaipNetworks: CaipNetwork[]
  approvedCaipNetworkIds: CaipNetworkId[] | undefined
  supportsAllNetworks: boolean
  smartAccountEnabledNetworks: number[]
}

export type NetworksState = {
  /** The namespace whose account and network the modal shows. */
  activeChain: Namespace | undefined
  /** The page does not list the active network, and the config does not allow that (`isUnsupported`). */
  unsupported: boolean
  /** True while the page switches to a network of another namespace. */
  switchingNamespace: boolean
} & Record<Namespace, NetworkState>

export const initialSession = () => ({
  approvedCaipNetworkIds: undefined,
  supportsAllNetworks: true,
  smartAccountEnabledNetworks: [],
})

/** The initial state of one namespace, with those of the page's `networks` that belong to the namespace. */
export const initialNetworks = (namespace: Namespace, networks: readonly CaipNetwork[]) => ({
  ...initialSession(),
  requestedCaipNetworks: networks.filter((network) => network.chainNamespace === namespace),
})

export const createNetworksState = (networks: readonly CaipNetwork[], namespaces: readonly Namespace[]) =>
  proxy({
    unsupported: false,
    switchingNamespace: false,
    ...Object.fromEntries(namespaces.map((namespace) => [namespace, initialNetworks(namespace, networks)])),
  } as unknown as NetworksState)

/** All networks that the page lists, of every namespace, as one list grouped by namespace. */
export const requestedNetworks = (networks: NetworksState): CaipNetwork[] =>
  Object.values(networks).flatMap((own) => (typeof own === 'object' ? own.requestedCaipNetworks : []))
