/** The chain namespaces (CAIP-2 prefixes), and the ids built from them. */
import type { AddedProviders } from './addedProviders.ts'

/** The namespaces that this package supports, in the order in which lists show them. */
export const NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122'] as const

export type OwnNamespace = (typeof NAMESPACES)[number]
export type Namespace = OwnNamespace | keyof AddedProviders

/** `namespace:reference`, for example `eip155:1` (CAIP-2). */
export type CaipNetworkId = `${Namespace}:${string}`
/** `namespace:reference:address`, for example `eip155:1:0xabc…` (CAIP-10). */
export type CaipAddress = `${Namespace}:${string}:${string}`

/**
 * The namespaces of a kit: the keys of its accounts. `createKit` puts those of this package first, then those of chains
 * from other packages.
 */
export const namespacesOf = (accounts: Readonly<Record<Namespace, unknown>>) => Object.keys(accounts) as Namespace[]

/** Whether a kit, by its accounts, knows a namespace that was read from storage or from a wallet. */
export const isKnown = (
  accounts: Readonly<Record<Namespace, unknown>>,
  namespace: string | undefined,
): namespace is Namespace => Object.hasOwn(accounts, namespace ?? '')
