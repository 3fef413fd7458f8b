import { proxy } from 'valtio/vanilla'
import type { CaipNetwork } from '../contracts/network.ts'
import { type CaipNetworkId, type Namespace, NAMESPACES } from '../lib/namespace.ts'

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
  /** The active network is not a requested one, and the config does not allow that. */
  unsupported: boolean
  /** True while the page switches to a network of another namespace. */
  switchingNamespace: boolean
  eip155: NetworkState
  solana: NetworkState
  polkadot: NetworkState
  bip122: NetworkState
}

export const initialSession = () => ({
  approvedCaipNetworkIds: undefined,
  supportsAllNetworks: true,
  smartAccountEnabledNetworks: [],
})

export const createNetworksState = (networks: readonly CaipNetwork[]) =>
  proxy({
    unsupported: false,
    switchingNamespace: false,
    ...Object.fromEntries(
      NAMESPACES.map((namespace) => [
        namespace,
        {
          ...initialSession(),
          requestedCaipNetworks: networks.filter(({ chainNamespace }) => chainNamespace === namespace),
        },
      ]),
    ),
  } as unknown as NetworksState)

export const requestedNetworks = (networks: NetworksState): CaipNetwork[] =>
  NAMESPACES.flatMap((namespace) => networks[namespace].requestedCaipNetworks)
