/**
 * An EVM network of the sandbox. Its id is one that local development chains use and no real network does, so what a
 * real wallet signs for it (a transaction contains the chain id) is not valid on a real network.
 */
export type ChainInfo = { id: number; name: string; caipNetworkId: string }

export const chainList: readonly ChainInfo[] = [
  { id: 31337, name: 'Sandbox One', caipNetworkId: 'eip155:31337' },
  { id: 31338, name: 'Sandbox Two', caipNetworkId: 'eip155:31338' },
]

/** Every EVM chain of the sandbox has the same native currency. */
export const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

/** The address by which the services' APIs name the native currency of eip155 chains. There is no contract at it. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
