/** The networks on which swaps work. */

/** The networks that the swap service supports, as CAIP-2 ids. */
export const SWAP_CHAINS: readonly string[] = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554].map(
  (id) => `eip155:${id}`,
)

/** Whether tokens can be swapped on a network. `more` are the networks that the config adds. */
export const isSwapChain = (caipNetworkId: string | undefined, more: readonly string[] = []): boolean =>
  caipNetworkId !== undefined && (SWAP_CHAINS.includes(caipNetworkId) || more.includes(caipNetworkId))
