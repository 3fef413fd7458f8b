/**
 * Makes a kit in Node for the checks, with the services of the preset `reown`; the environment can replace their URLs.
 */
import { complete } from '../../../runtime/actions/complete.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { parseQuantity } from '../../../runtime/chains/eip155/provider.ts'
import type { Services } from '../../../runtime/contracts/config.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import type { CaipNetwork } from '../../../runtime/contracts/network.ts'
import { type BlockchainApi, blockchainApi } from '../../../runtime/http/blockchainApi.ts'
import { networkRpc } from '../../../runtime/http/networkRpc.ts'
import { createKit } from '../../../runtime/kit/createKit.ts'
import { createStorage } from '../../../runtime/lib/storage.ts'
import { reownServices } from '../../../schema/services.ts'
import { type Keys, PREFIX } from './check.ts'

export const PROJECT_ID = `${PREFIX}PROJECT_ID`

/** The variable that replaces a service's URL, for example `WALLETKIT_LIVE_SECURE_SITE_URL`. */
export const urlKey = (service: string) =>
  `${PREFIX}${service.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_URL`

export function servicesOf(keys: Keys): Services {
  const entries = Object.entries(reownServices()).map(([name, url]) => [name, keys[urlKey(name)] || url])
  return Object.fromEntries(entries) as Services
}

/** The EVM network to ask the services about, as CAIP-2; Ethereum unless the environment says otherwise. */
export const chainOf = (keys: Keys) => keys[`${PREFIX}CHAIN`] || 'eip155:1'

/** An EVM network with these node URLs; without any, the kit asks `services.rpc`. */
export function networkOf(caipNetworkId: string, urls: readonly string[] = []): CaipNetwork {
  const [, reference] = /^eip155:(\d{1,15})$/.exec(caipNetworkId) ?? []
  if (reference === undefined) throw new Error(`${caipNetworkId} is not an EVM network: write eip155:1 for Ethereum`)
  return {
    id: Number(reference),
    caipNetworkId: `eip155:${reference}`,
    chainNamespace: 'eip155',
    name: `Chain ${reference}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [...urls] } },
  }
}

export function liveKit(keys: Keys, network = networkOf(chainOf(keys)), services: Services = servicesOf(keys)): Kit {
  const held = new Map<string, string>()
  const storage = createStorage({
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  })
  const config = { projectId: keys[PROJECT_ID] ?? '', networks: [network], services }
  const kit = createKit({ config, chains: [eip155] }, { storage })
  complete(kit, [])
  return kit
}

export function apiOf(kit: Kit): BlockchainApi {
  const api = blockchainApi(kit)
  if (!api) throw new Error('There is no URL of services.api')
  return api
}

/** Asks the network's node for a number. The client confirms the chain id before it takes an answer. */
export async function readQuantity(
  kit: Kit,
  network: CaipNetwork,
  method: string,
  params: readonly unknown[],
): Promise<bigint> {
  const quantity = parseQuantity(await networkRpc(kit, network).request({ method, params }))
  if (quantity === undefined) throw new Error(`The node answered ${method} with no number`)
  return quantity
}

/** An address that holds a little on many chains, and whose key is unknown. */
export const ADDRESS = '0x000000000000000000000000000000000000dEaD'
