/** Builds the proposal of a remote session: the page's networks by namespace (CAIP-25). */
import type { Kit } from '../contracts/kit.ts'
import { type Namespace, namespacesOf } from '../lib/namespace.ts'
import { familyOf } from '../chains/families.ts'
import { SESSION_EVENTS } from '../connectors/methods.ts'
import { olderId } from './olderIds.ts'

export type Proposal = {
  chains: string[]
  methods: string[]
  events: string[]
  /** JSON-RPC URLs by the bare chain reference: `1`, not `eip155:1`. */
  rpcMap: Record<string, string>
  defaultChain?: string
}

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
 * Proposes every namespace as optional, so that a wallet approves what it supports. The config's `walletConnect`
 * replaces methods, chains and events.
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
          chains: [...chains, ...chains.flatMap((id) => olderId(id) ?? [])],
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
