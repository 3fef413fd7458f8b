import type { NetworksState } from './networks.ts'
import { requestedNetworks } from './networks.ts'

/** True when no networks are requested, or the network is among them (spec section 5). */
export function isSupportedNetwork(networks: NetworksState, caipNetworkId: string): boolean {
  const requested = requestedNetworks(networks)
  return requested.length === 0 || requested.some((network) => network.caipNetworkId === caipNetworkId)
}
