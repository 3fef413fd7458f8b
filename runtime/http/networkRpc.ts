import type { CaipNetwork } from '../chains/network.ts'
import type { Kit } from '../kit.ts'
import { perKit } from '../lib/perKit.ts'
import { rpcUrls } from './endpoint.ts'
import { hostFetch } from './hosts.ts'
import { createRpc, type Rpc } from './rpc.ts'

const clients = perKit(() => new Map<string, Rpc>())

/** The kit's one client for a network, so that calls of a tick share a POST whoever makes them. */
export function networkRpc(kit: Kit, network: CaipNetwork): Rpc {
  const held = clients(kit)
  const urls = rpcUrls(kit.config, network)
  // The URLs are part of the key: a network may be added again with others.
  const key = [network.caipNetworkId, ...urls].join(' ')
  const client = held.get(key) ?? createRpc({ urls, fetch: hostFetch(kit), ...chainIdOf(network) })
  held.set(key, client)
  return client
}

const chainIdOf = ({ chainNamespace, id }: CaipNetwork) =>
  chainNamespace === 'eip155' ? { chainId: `0x${Number(id).toString(16)}` } : {}
