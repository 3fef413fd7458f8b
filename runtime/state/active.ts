/** Reads across nouns: the account and network that the modal is about. */
import type { Kit } from '../kit.ts'
import { isSupportedNetwork } from './supported.ts'

export const activeAccount = ({ state }: Kit) =>
  state.networks.activeChain ? state.accounts[state.networks.activeChain] : undefined
export const activeAddress = (kit: Kit) => activeAccount(kit)?.address
export const activeNetworkOf = ({ state }: Kit) =>
  state.networks.activeChain ? state.networks[state.networks.activeChain].caipNetwork : undefined

/** The active network is not among the requested ones, and the config minds. */
export function isUnsupported(kit: Kit): boolean {
  const network = activeNetworkOf(kit)
  if (!network || kit.config.allowUnsupportedChain || kit.config.basic) return false
  return !isSupportedNetwork(kit.state.networks, network.caipNetworkId)
}
