/** Reads several states together: the account and network that the modal shows. */
import type { Kit } from '../contracts/kit.ts'
import { type NetworksState, requestedNetworks } from './networks.ts'

/** True when the network is a requested one, or when the page requests none. */
export function isSupportedNetwork(networks: NetworksState, caipNetworkId: string): boolean {
  const requested = requestedNetworks(networks)
  return requested.length === 0 || requested.some((network) => network.caipNetworkId === caipNetworkId)
}

export const activeAccount = ({ state }: Kit) =>
  state.networks.activeChain ? state.accounts[state.networks.activeChain] : undefined
export const activeAddress = (kit: Kit) => activeAccount(kit)?.address
export const activeNetworkOf = ({ state }: Kit) =>
  state.networks.activeChain ? state.networks[state.networks.activeChain].caipNetwork : undefined

/**
 * Whether the active network is not a requested one, and the config does not allow such networks
 * (`allowUnsupportedChain` and `basic` do).
 */
export function isUnsupported(kit: Kit): boolean {
  const network = activeNetworkOf(kit)
  if (!network || kit.config.allowUnsupportedChain || kit.config.basic) return false
  return !isSupportedNetwork(kit.state.networks, network.caipNetworkId)
}
