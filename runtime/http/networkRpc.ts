import type { CaipNetwork } from '../contracts/network.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { rpcUrls } from './endpoint.ts'
import { hostFetch } from './hostFetch.ts'
import { createRpc, type Rpc } from './rpc.ts'

const clients = perKit(() => new Map<string, Rpc>())

/** The kit's shared RPC client for a network, so that the reads of one tick share a POST. */
export function networkRpc(kit: Kit, network: CaipNetwork): Rpc {
  const held = clients(kit)
  const urls = rpcUrls(kit.config, network)
  // The key includes the URLs, because the site may add the network again with others.
  const key = [network.caipNetworkId, ...urls].join(' ')
  const client = held.get(key) ?? createRpc({ urls, fetch: hostFetch(kit), ...chainIdOf(network) })
  held.set(key, client)
  return client
}

const chainIdOf = ({ chainNamespace, id }: CaipNetwork) =>
  chainNamespace === 'eip155' ? { chainId: `0x${Number(id).toString(16)}` } : {}
