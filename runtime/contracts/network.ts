import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'

/** A network. `id` is the part of the CAIP-2 id after the namespace, and a number on eip155. */
export type CaipNetwork = {
  id: number | string
  caipNetworkId: CaipNetworkId
  chainNamespace: Namespace
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /**
   * The kit sends requests to `default`, after the config's `customRpcUrls` and `services.rpc`. A wallet that adds the
   * network (`wallet_addEthereumChain`) gets `chainDefault`, the network's public URLs; without it, `default`.
   */
  rpcUrls: { default: { http: string[] }; chainDefault?: { http: string[] } }
  blockExplorers?: { default: { name: string; url: string } }
  testnet?: boolean
  assets?: { imageId?: string; imageUrl?: string }
}

/** A placeholder network for an id that the config does not list: it has no RPC URLs and no currency. */
export function unknownNetwork(caipNetworkId: CaipNetworkId): CaipNetwork {
  const [namespace, reference = ''] = caipNetworkId.split(':') as [Namespace, string?]
  return {
    id: namespace === 'eip155' ? Number(reference) : reference,
    caipNetworkId,
    chainNamespace: namespace,
    name: 'Unknown Network',
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: { default: { http: [] } },
  }
}

export const explorerAddressUrl = (network: CaipNetwork, address: string) =>
  network.blockExplorers && `${network.blockExplorers.default.url.replace(/\/$/, '')}/address/${address}`

export const explorerTransactionUrl = (network: CaipNetwork, hash: string) =>
  network.blockExplorers && `${network.blockExplorers.default.url.replace(/\/$/, '')}/tx/${hash}`
