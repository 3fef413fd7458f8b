import type { CaipNetwork } from '../contracts/network.ts'
import { type NetworksState, requestedNetworks } from './networks.ts'

/**
 * The page's network with this CAIP-2 id, of whatever namespace; `undefined` if the page has none, or for the id
 * `undefined`. The result is part of the state (a valtio proxy): copy it with `plain` before you pass it on.
 *
 * In a file of its own, because `networks.ts` loads with the page and only later code needs this.
 *
 * @example
 * ```ts
 * const network = findNetwork(kit.state.networks, 'eip155:10')
 * ```
 */
export const findNetwork = (networks: NetworksState, id: string | undefined): CaipNetwork | undefined =>
  requestedNetworks(networks).find(({ caipNetworkId }) => caipNetworkId === id)
