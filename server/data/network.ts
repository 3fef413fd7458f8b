import type { Config } from '../config/config.ts'

/**
 * A network of which pages may ask. `id` is the EVM chain id, and undefined for Solana. `rpc` may contain a key, and
 * never leaves the server.
 */
export type DataNetwork = {
  caipNetworkId: string
  id: number | undefined
  name: string
  symbol: string
  decimals: number
  rpc: string
}

/** The networks of the config, the EVM ones first. */
export function networksOf({ networks, solana }: Pick<Config, 'networks' | 'solana'>): DataNetwork[] {
  const evm = networks.map(({ id, ...network }) => ({ ...network, id, caipNetworkId: `eip155:${id}`, decimals: 18 }))
  if (!solana) return evm
  const { id, rpc } = solana
  return [...evm, { caipNetworkId: `solana:${id}`, id: undefined, name: 'Solana', symbol: 'SOL', decimals: 9, rpc }]
}
