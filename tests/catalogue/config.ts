import type { Sandbox } from '../../sandbox/index.ts'
import type { CaipNetwork, Config } from '../../runtime/index.ts'

/** Networks besides the sandbox's, so that lists are as long as on a real site. No requests go to them. */
const FURTHER = [
  ['Ethereum', 1],
  ['Base', 8453],
  ['Arbitrum', 42161],
  ['Optimism', 10],
  ['Polygon', 137],
] as const

const SOLANA = [
  ['Solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['Solana Devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
] as const

/** The config of a scaffolded project, with more networks and legal links. */
export function catalogueConfig({ url, chains }: Sandbox): Config {
  return {
    projectId: 'catalogue',
    metadata: { name: 'Catalogue', description: '', url: '', icons: [] },
    networks: [
      ...chains.map(({ id, name, rpcUrl }) => evmNetwork(url, name, id, rpcUrl)),
      ...FURTHER.map(([name, id]) => evmNetwork(url, name, id, `${url}/rpc/${id}`)),
    ],
    services: { api: url, rpc: url, wallets: url, images: url },
    features: { send: {}, receive: {}, allWallets: 'SHOW' },
    termsConditionsUrl: 'https://catalogue.example/terms',
    privacyPolicyUrl: 'https://catalogue.example/privacy',
    theme: { mode: 'system' },
    locale: 'en',
  }
}

function evmNetwork(url: string, name: string, id: number, rpcUrl: string): CaipNetwork {
  return {
    id,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
}

/** The first networks of the config, plus two of another namespace. */
export function mixedNetworks({ url }: Sandbox, { networks = [] }: Config): CaipNetwork[] {
  const solana = SOLANA.map(([name, id]): CaipNetwork => ({
    id,
    caipNetworkId: `solana:${id}`,
    chainNamespace: 'solana',
    name,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [`${url}/rpc/solana`] } },
  }))
  return [...networks.slice(0, 3), ...solana]
}
