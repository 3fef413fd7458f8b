/** Makes kits for unit tests: with real state and a real adapter, and a wallet on a real node, but without a page. */
import { createTestWallet, type InstallOptions, type TestWallet } from '../../runtime/test/index.ts'
import type { Config, Generated } from '../../runtime/contracts/config.ts'
import type { Connector } from '../../runtime/contracts/connector.ts'
import eip155 from '../../runtime/chains/eip155/index.ts'
import { complete } from '../../runtime/actions/complete.ts'
import { createKit } from '../../runtime/kit/createKit.ts'
import type { Kit, KitOverrides } from '../../runtime/contracts/kit.ts'
import { createStorage, type Storage } from '../../runtime/lib/storage.ts'
import type { CaipNetwork } from '../../runtime/contracts/network.ts'
import type { Sandbox } from '../../sandbox/index.ts'

/** A network whose RPC server does not exist, for tests that send no requests. */
export const network = (id: number, name = `Network ${id}`): CaipNetwork => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
})

export const solana = (): CaipNetwork => ({
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
})

/** Storage in memory; every page has its own. */
export function memoryStorage(): Storage & { keys: () => string[] } {
  const held = new Map<string, string>()
  const backing = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
  return { ...createStorage(backing), keys: () => [...held.keys()] }
}

/** A kit that has, from the start, also the parts that a page loads later. */
export function wholeKit(generated: Generated, overrides?: KitOverrides): Kit {
  const kit = createKit(generated, overrides)
  complete(kit, kit.plugins ?? [])
  return kit
}

export function makeKit(
  config: Config = {},
  {
    chains = [eip155],
    plugins = [],
    parts = {},
    storage = memoryStorage(),
  }: Partial<Generated> & { storage?: Storage } = {},
): Kit {
  const networks = [network(1), network(137), network(10)]
  return wholeKit({ config: { projectId: 'unit', networks, ...config }, chains, plugins, parts }, { storage })
}

/** A config with the sandbox's networks and services. */
export function sandboxConfig({ url, chains, relay }: Sandbox): Config {
  const networks = chains.map(({ id, name, rpcUrl }) => ({
    ...network(id, name),
    rpcUrls: { default: { http: [rpcUrl] } },
  }))
  const services = { api: url, rpc: url, wallets: url, images: url, relay: relay.url }
  return { projectId: 'unit', networks, services }
}

/** Makes a test wallet on the sandbox's chains, and its connector. */
export function testConnector(
  { chains, accounts }: Sandbox,
  options: Partial<InstallOptions> = {},
): { wallet: TestWallet; connector: Connector } {
  const keys = accounts.slice(0, 3).map(({ privateKey }) => privateKey)
  const wallet = createTestWallet({ chains: chains.map(({ id, rpcUrl }) => ({ id, rpcUrl })), keys, ...options })
  const { rdns, name, icon } = wallet.info
  const connector: Connector = {
    id: rdns,
    name,
    type: 'ANNOUNCED',
    chain: 'eip155',
    chains: [],
    provider: wallet.provider,
    imageUrl: icon,
    info: { rdns, name },
    driver: () => import('../../runtime/chains/eip155/driver.ts'),
  }
  return { wallet, connector }
}

/** Wraps a provider so that it answers one method `ms` later, or never if `ms` is undefined. */
export function slowly<P extends { request: (asked: { method: string }) => Promise<unknown> }>(
  provider: P,
  method: string,
  ms: number | undefined,
): P {
  return answering(provider, method, async (ask) => {
    await new Promise((resolve) => ms !== undefined && setTimeout(resolve, ms))
    return ask()
  })
}

/** A provider that answers `method` as `answer` says; `ask` is what the wallet itself would answer. */
export function answering<P extends { request: (asked: { method: string }) => Promise<unknown> }>(
  provider: P,
  method: string,
  answer: (ask: () => Promise<unknown>) => unknown,
): P {
  const request = async (asked: { method: string }) => {
    const ask = () => provider.request(asked)
    return asked.method === method ? answer(ask) : ask()
  }
  return { ...provider, request }
}
