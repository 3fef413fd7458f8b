import type { NetworksState } from './networks.ts'
import { requestedNetworks } from './networks.ts'

/** True when the network is a requested one, or when the page requests none. */
export function isSupportedNetwork(networks: NetworksState, caipNetworkId: string): boolean {
  const requested = requestedNetworks(networks)
  return requested.length === 0 || requested.some((network) => network.caipNetworkId === caipNetworkId)
}
