/**
 * Chooses the URLs for a network: of its JSON-RPC (the config's custom URLs, then the RPC service that the config names,
 * then the network's own), and of the site's paymaster.
 */
import type { CaipNetwork } from '../contracts/network.ts'
import type { Config } from '../contracts/config.ts'
import { isLoopback } from '../lib/online.ts'
import type { CaipNetworkId } from '../lib/namespace.ts'

/**
 * The networks that an RPC service is assumed to serve, as Reown's public one does: 24 EVM networks and three of
 * Solana.
 */
export const RPC_NETWORKS: readonly CaipNetworkId[] = [
  ...[
    1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113, 324, 280,
  ].map(eip155),
  ...[100, 8453, 84531, 84532, 7777777, 999].map(eip155),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
]
/** The sandbox's local chains; only a service on this computer is assumed to serve them. */
const LOCAL_NETWORKS: readonly CaipNetworkId[] = [31337, 31338].map(eip155)

/** Builds `{rpc}/v1/?chainId=eip155:137&projectId=P`. */
export const rpcUrl = (base: string, caipNetworkId: CaipNetworkId, projectId: string) =>
  `${base.replace(/\/+$/, '')}/v1/?chainId=${caipNetworkId}&projectId=${encodeURIComponent(projectId)}`

/**
 * A network's URLs in order of preference, without duplicates; empty if there are none. `listed`: the CAIP-2 ids that
 * the RPC service is assumed to serve.
 */
export function rpcUrls(config: Config, network: CaipNetwork, listed: readonly string[] = listedBy(config)): string[] {
  const { caipNetworkId, rpcUrls: own } = network
  const base = listed.includes(caipNetworkId) && config.services?.rpc
  return [
    ...new Set([
      ...(config.customRpcUrls?.[caipNetworkId] ?? []),
      ...(base ? [rpcUrl(base, caipNetworkId, config.projectId ?? '')] : []),
      ...own.default.http,
    ]),
  ]
}

/**
 * The URL of the site's paymaster (ERC-7677) for a network; `undefined` if the site has none, or none for this
 * namespace. `{chainId}` may be in the host name too, as some services have a host for each network.
 */
export const paymasterUrl = (
  { services }: Config,
  { chainNamespace, id }: Pick<CaipNetwork, 'chainNamespace' | 'id'>,
): string | undefined =>
  chainNamespace === 'eip155' ? services?.paymaster?.replaceAll('{chainId}', String(id)) : undefined

function listedBy({ services }: Config): readonly string[] {
  const local = services?.rpc !== undefined && URL.canParse(services.rpc) && isLoopback(new URL(services.rpc).hostname)
  return local ? [...RPC_NETWORKS, ...LOCAL_NETWORKS] : RPC_NETWORKS
}

function eip155(id: number): CaipNetworkId {
  return `eip155:${id}`
}
