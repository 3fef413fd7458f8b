/** Reads several states together: the account and network that the modal shows. */
import type { Kit } from '../contracts/kit.ts'
import { type NetworksState, requestedNetworks } from './networks.ts'

/** Whether the page lists the network (CAIP-2); also true if the page lists no networks at all. */
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
 * Whether the page does not list the active network, although the config requires that (it does not with
 * `allowUnsupportedChain` or `basic`). `false` without an active network.
 */
export function isUnsupported(kit: Kit): boolean {
  const network = activeNetworkOf(kit)
  if (!network || kit.config.allowUnsupportedChain || kit.config.basic) return false
  return !isSupportedNetwork(kit.state.networks, network.caipNetworkId)
}
