/**
 * A sandbox network. The ids are those of local development chains, so that a real wallet on a sandbox page can never sign
 * something that is valid on a real network.
 */
export type ChainInfo = { id: number; name: string; caipNetworkId: string }

export const chainList: readonly ChainInfo[] = [
  { id: 31337, name: 'Sandbox One', caipNetworkId: 'eip155:31337' },
  { id: 31338, name: 'Sandbox Two', caipNetworkId: 'eip155:31338' },
]

/** Every sandbox chain has the same native currency. */
export const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

/** How the services write "the native currency" where an address is expected (eip155). */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
