/** Where swaps work (spec section 9). */

/** The twelve networks of the spec, as CAIP-2 ids. */
export const SWAP_CHAINS: readonly string[] = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554].map(
  (id) => `eip155:${id}`,
)

/** Whether tokens can be swapped on a network; `more` are those that the config adds. */
export const isSwapChain = (caipNetworkId: string | undefined, more: readonly string[] = []): boolean =>
  caipNetworkId !== undefined && (SWAP_CHAINS.includes(caipNetworkId) || more.includes(caipNetworkId))
