/** The table of known networks by CAIP-2 id. `schema/generate.ts` takes most of the eip155 ones from viem. */
import type { CaipNetwork } from '../runtime/contracts/network.ts'
import evm from './generated/networks.json' with { type: 'json' }

type Known = Omit<CaipNetwork, 'caipNetworkId' | 'chainNamespace'> & Pick<CaipNetwork, 'chainNamespace'>

const SOL = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const DOT = { name: 'Polkadot', symbol: 'DOT', decimals: 10 }
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
    nativeCurrency: DOT,
    rpcUrls: http(),
    blockExplorers: { default: { name: 'Subscan', url: 'https://polkadot.subscan.io' } },
  },
  {
    id: 'b0a8d493285c2df73290dfb7e61f870f',
    chainNamespace: 'polkadot',
    name: 'Kusama',
    nativeCurrency: { name: 'Kusama', symbol: 'KSM', decimals: 12 },
    rpcUrls: http(),
    blockExplorers: { default: { name: 'Subscan', url: 'https://kusama.subscan.io' } },
  },
  {
    id: 'e143f23803ac50e8f6f8e62695d1ce9e',
    chainNamespace: 'polkadot',
    name: 'Westend',
    nativeCurrency: { name: 'Westend', symbol: 'WND', decimals: 12 },
    rpcUrls: http(),
    blockExplorers: { default: { name: 'Subscan', url: 'https://westend.subscan.io' } },
    testnet: true,
  },
]

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/**
 * The sandbox's networks. No real network has their ids, so no EVM, Solana or Polkadot transaction that a real wallet
 * signs on a demo page is valid elsewhere. A signed message names no network, so it can be valid elsewhere, depending
 * on its text.
 */
const sandbox: Known[] = [
  { id: 31337, chainNamespace: 'eip155', name: 'Sandbox One', nativeCurrency: ETHER },
  { id: 31338, chainNamespace: 'eip155', name: 'Sandbox Two', nativeCurrency: ETHER },
  {
    id: '2JfSSDz72LiQFoQu12htyQsvtH5XHxPh',
    chainNamespace: 'solana',
    name: 'Sandbox Solana',
    nativeCurrency: SOL,
  },
  { id: '0f9188f13cb7b2c71f2a335e3a4fc328', chainNamespace: 'bip122', name: 'Sandbox Bitcoin', nativeCurrency: BTC },
  { id: '2b086afabd2c77b63e5e147e308568e2', chainNamespace: 'polkadot', name: 'Sandbox Polkadot', nativeCurrency: DOT },
].map((network) => ({ ...network, rpcUrls: http(), testnet: true }) as Known)

/** The sandbox's RPC path for one of its EVM and Solana networks; `undefined` for all other networks. */
export function sandboxRpcPath(caipNetworkId: string): string | undefined {
  const own = sandbox.find(({ chainNamespace, id }) => caipNetworkId === `${chainNamespace}:${id}`)
  if (own?.chainNamespace === 'eip155') return `/rpc/${own.id}`
  return own?.chainNamespace === 'solana' ? '/rpc/solana' : undefined
}

/** The path of the sandbox's explorer for one of its networks; `undefined` for other networks. */
export function sandboxExplorerPath(caipNetworkId: string): string | undefined {
  const own = sandbox.find(({ chainNamespace, id }) => caipNetworkId === `${chainNamespace}:${id}`)
  const names: Readonly<Record<string, string>> = { solana: 'solana', bip122: 'bitcoin', polkadot: 'polkadot' }
  return own && `/explorer/${names[own.chainNamespace] ?? own.id}`
}

const eip155: Known[] = evm.map((network) => ({ ...network, chainNamespace: 'eip155' }))

const table = new Map<string, CaipNetwork>(
  [...eip155, ...others, ...sandbox].map((network) => {
    const caipNetworkId = `${network.chainNamespace}:${network.id}` as const
    return [caipNetworkId, { ...network, caipNetworkId }]
  }),
)

/** A copy of the network with this CAIP-2 id; `undefined` if the table lacks it. */
export const findNetwork = (caipNetworkId: string): CaipNetwork | undefined => structuredClone(table.get(caipNetworkId))

/** Every id that a config may use without a network object, in the order of the table. */
export const networkIds = (): string[] => [...table.keys()]

/** CAIP-2 ids by the lower-case name of the network, to suggest an id to somebody who wrote a name. */
export const networkNames = (): Record<string, string> =>
  Object.fromEntries([...table].map(([id, { name }]) => [name.toLowerCase(), id]))
