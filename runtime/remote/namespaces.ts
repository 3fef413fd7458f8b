/** Builds the proposal of a remote session: the page's networks by namespace (CAIP-25). */
import type { Kit } from '../contracts/kit.ts'
import { type CaipNetworkId, type Namespace, namespacesOf } from '../lib/namespace.ts'
import { familyOf } from '../chains/families.ts'
import { SESSION_EVENTS } from '../connectors/methods.ts'

export type Proposal = {
  chains: string[]
  methods: string[]
  events: string[]
  /** JSON-RPC URLs by the bare chain reference: `1`, not `eip155:1`. */
  rpcMap: Record<string, string>
  defaultChain?: string
}

/** Older wallets know these networks by another id. A proposal names both ids; a wallet may approve only the older one. */
const OLDER_IDS: Readonly<Record<string, CaipNetworkId>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
}
const PRESENT_IDS = new Map(Object.entries(OLDER_IDS).map(([id, older]) => [older, id as CaipNetworkId]))

/** The present id of a network that older wallets name by another id. Any other id is returned unchanged. */
export const presentId = (id: CaipNetworkId): CaipNetworkId => PRESENT_IDS.get(id) ?? id

/** The namespace that a method belongs to; the first one, eip155, for an unknown method. */
const namespaceOfMethod = (kit: Kit, method: string): Namespace | undefined => {
  const all = namespacesOf(kit.state.accounts)
  return all.find((namespace) => familyOf(kit, namespace)?.methods?.includes(method)) ?? all[0]
}

/** Turns the config's RPC URLs by CAIP-2 id into URLs by the bare chain reference. */
const ownRpc = (rpcMap: Readonly<Record<string, string>> = {}, namespace: Namespace) =>
  Object.fromEntries(
    Object.entries(rpcMap).flatMap(([id, url]) =>
      id.startsWith(`${namespace}:`) ? [[id.slice(namespace.length + 1), url]] : [],
    ),
  )

/**
 * The proposal for each namespace of the page that has networks. Every namespace is proposed as optional, so that a
 * wallet approves what it supports. The config's `walletConnect` replaces methods, networks and events.
 */
export function proposedNamespaces(kit: Kit): Partial<Record<Namespace, Proposal>> {
  const { config, state } = kit
  const own = config.walletConnect ?? {}
  const proposals = namespacesOf(state.accounts).flatMap((namespace): [Namespace, Proposal][] => {
    const networks = state.networks[namespace].requestedCaipNetworks
    const ids = networks.map(({ caipNetworkId }) => caipNetworkId)
    const chains = own.chains?.filter((id) => id.startsWith(`${namespace}:`)) ?? ids
    if (!chains.length) return []
    const rpcMap = Object.fromEntries(
      networks.flatMap(({ id, rpcUrls }) => (rpcUrls.default.http[0] ? [[String(id), rpcUrls.default.http[0]]] : [])),
    )
    const active = state.networks[namespace].caipNetwork?.caipNetworkId
    return [
      [
        namespace,
        {
          chains: [...chains, ...chains.flatMap((id) => OLDER_IDS[id] ?? [])],
          methods: own.methods?.filter((method) => namespaceOfMethod(kit, method) === namespace) ?? [
            ...(familyOf(kit, namespace)?.methods ?? []),
          ],
          events: [...(own.events ?? SESSION_EVENTS)],
          rpcMap: { ...rpcMap, ...ownRpc(own.rpcMap, namespace) },
          ...(active && chains.includes(active) && { defaultChain: active.split(':')[1] ?? '' }),
        },
      ],
    ]
  })
  return Object.fromEntries(proposals)
}
