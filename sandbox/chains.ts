/**
 * A sandbox network. The ids belong to local development chains, so that a real wallet on a sandbox page can never sign
 * a transaction that is valid on a real network.
 */
export type ChainInfo = { id: number; name: string; caipNetworkId: string }

export const chainList: readonly ChainInfo[] = [
  { id: 31337, name: 'Sandbox One', caipNetworkId: 'eip155:31337' },
  { id: 31338, name: 'Sandbox Two', caipNetworkId: 'eip155:31338' },
]

/** Every EVM chain of the sandbox has the same native currency. */
export const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

/** The services use this address for the native currency of eip155 chains. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
