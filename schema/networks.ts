/** The networks that CAIP-2 ids resolve to. The eip155 ones come from viem's table by `schema/generate.ts`. */
import type { CaipNetwork } from '../runtime/chains/network.ts'
import evm from './generated/networks.json' with { type: 'json' }

type Known = Omit<CaipNetwork, 'caipNetworkId' | 'chainNamespace'> & Pick<CaipNetwork, 'chainNamespace'>

const SOL = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const BTC = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const http = (...urls: string[]) => ({ default: { http: urls } })
const solscan = { default: { name: 'Solscan', url: 'https://solscan.io' } }

const others: Known[] = [
  {
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    chainNamespace: 'solana',
    name: 'Solana',
    nativeCurrency: SOL,
    rpcUrls: http('https://api.mainnet-beta.solana.com'),
    blockExplorers: solscan,
  },
  {
    id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    chainNamespace: 'solana',
    name: 'Solana Devnet',
    nativeCurrency: SOL,
    rpcUrls: http('https://api.devnet.solana.com'),
    blockExplorers: solscan,
    testnet: true,
  },
  {
    id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    chainNamespace: 'solana',
    name: 'Solana Testnet',
    nativeCurrency: SOL,
    rpcUrls: http('https://api.testnet.solana.com'),
    blockExplorers: solscan,
    testnet: true,
  },
  {
    id: '000000000019d6689c085ae165831e93',
    chainNamespace: 'bip122',
    name: 'Bitcoin',
    nativeCurrency: BTC,
    rpcUrls: http(),
    blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space' } },
  },
  {
    id: '000000000933ea01ad0ee984209779ba',
    chainNamespace: 'bip122',
    name: 'Bitcoin Testnet',
    nativeCurrency: BTC,
    rpcUrls: http(),
    blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/testnet' } },
    testnet: true,
  },
  {
    id: '91b171bb158e2d3848fa23a9f1c25182',
    chainNamespace: 'polkadot',
    name: 'Polkadot',
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    rpcUrls: http(),
    blockExplorers: { default: { name: 'Subscan', url: 'https://polkadot.subscan.io' } },
  },
]

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Ids that no wallet knows, so that nothing signed on a demo page is valid on a real network (decisions 2.6). */
export const SANDBOX_IDS = [31337, 31338] as const

const sandbox: Known[] = [
  { id: 31337, chainNamespace: 'eip155', name: 'Sandbox One', nativeCurrency: ETHER, rpcUrls: http(), testnet: true },
  { id: 31338, chainNamespace: 'eip155', name: 'Sandbox Two', nativeCurrency: ETHER, rpcUrls: http(), testnet: true },
]

const eip155: Known[] = evm.map((network) => ({ ...network, chainNamespace: 'eip155' }))

const table = new Map<string, CaipNetwork>(
  [...eip155, ...others, ...sandbox].map((network) => {
    const caipNetworkId = `${network.chainNamespace}:${network.id}` as const
    return [caipNetworkId, { ...network, caipNetworkId }]
  }),
)

/** A copy of the network that a CAIP-2 id names; undefined when the table lacks it. */
export const findNetwork = (caipNetworkId: string): CaipNetwork | undefined => structuredClone(table.get(caipNetworkId))

/** Every id that a config may write without a network object, in the order of the table. */
export const networkIds = (): string[] => [...table.keys()]

/** CAIP-2 ids by the names that people write for them. */
export const networkNames = (): Record<string, string> =>
  Object.fromEntries([...table].map(([id, { name }]) => [name.toLowerCase(), id]))
