/** The chain namespaces that walletkit supports (CAIP-2 prefixes), and the ids built from them. */
export const NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122'] as const
export type Namespace = (typeof NAMESPACES)[number]

/** `namespace:reference`, for example `eip155:1` (CAIP-2). */
export type CaipNetworkId = `${Namespace}:${string}`
/** `namespace:reference:address`, for example `eip155:1:0xabc…` (CAIP-10). */
export type CaipAddress = `${Namespace}:${string}:${string}`

export function isNamespace(value: unknown): value is Namespace {
  return (NAMESPACES as readonly unknown[]).includes(value)
}
