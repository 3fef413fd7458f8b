/** A network for pages whose requests nobody answers. */
import type { CaipNetwork } from '../../../runtime/contracts/network.ts'

export const network = (id: number, name = `Network ${id}`): CaipNetwork => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
})
