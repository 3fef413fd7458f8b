import type { Config } from '../config/config.ts'
import { MAINNET } from '../config/networks.ts'
import type { Holding } from './source.ts'

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

/** Solana's mainnet (CAIP-2). */
export const SOLANA_MAINNET = `solana:${MAINNET}`

/** The mint of wrapped SOL, which has the price of SOL. */
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/** A network's native currency. Its name on an EVM network is its symbol: the config has the network's name only. */
export const nativeOf = ({
  id,
  name,
  symbol,
  decimals,
}: DataNetwork): Pick<Holding, 'name' | 'symbol' | 'decimals'> => ({
  ...{ name: id === undefined ? name : symbol, symbol, decimals },
})
