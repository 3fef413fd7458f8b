import type { Config } from '../config/config.ts'
import type { BitcoinConfig } from '../config/bitcoin.ts'
import { MAINNET, type SolanaConfig } from '../config/networks.ts'
import { NATIVE } from './shape.ts'
import type { Holding } from './source.ts'

/**
 * A network that pages may ask about. `id` is the EVM chain id; undefined for Solana and Bitcoin. `rpc` is the node's
 * URL, which may contain an API key, so it is never sent to a page; it is empty for Bitcoin, because this server asks
 * no Bitcoin node.
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
export function networksOf({
  networks,
  solana,
  bitcoin,
}: Pick<Config, 'networks' | 'solana' | 'bitcoin'>): DataNetwork[] {
  return [
    ...networks.map(({ id, ...network }) => ({ ...network, id, caipNetworkId: `eip155:${id}`, decimals: 18 })),
    ...(solana ? [solanaNetwork(solana)] : []),
    ...(bitcoin ? [bitcoinNetwork(bitcoin)] : []),
  ]
}

const solanaNetwork = ({ id, rpc }: SolanaConfig): DataNetwork => ({
  ...{ caipNetworkId: `solana:${id}`, id: undefined, name: 'Solana', symbol: 'SOL', decimals: 9, rpc },
})

const bitcoinNetwork = ({ id }: BitcoinConfig): DataNetwork => ({
  ...{ caipNetworkId: `bip122:${id}`, id: undefined, name: 'Bitcoin', symbol: 'BTC', decimals: 8, rpc: '' },
})

/** Whether a CAIP-2 id or a CAIP-10 address belongs to a Bitcoin network. */
export const isBitcoin = (caipId: string): boolean => caipId.startsWith('bip122:')

/** Solana's mainnet (CAIP-2). */
export const SOLANA_MAINNET = `solana:${MAINNET}`

/** Bitcoin's mainnet (CAIP-2). */
export const BITCOIN_MAINNET = 'bip122:000000000019d6689c085ae165831e93'

/** The mint of wrapped SOL, which has the price of SOL. */
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/** The address that pages send for Bitcoin's own currency, which has no contract. */
export const BITCOIN_NATIVE = '0x'

/** The address that stands for the native currency in requests for prices. */
export function nativeAddressOf({ caipNetworkId, id }: DataNetwork): string {
  if (id !== undefined) return NATIVE
  return isBitcoin(caipNetworkId) ? BITCOIN_NATIVE : WRAPPED_SOL
}

/**
 * A network's native currency. On an EVM network, its name is its symbol, because the config does not name the
 * currency.
 */
export const nativeOf = ({
  id,
  name,
  symbol,
  decimals,
}: DataNetwork): Pick<Holding, 'name' | 'symbol' | 'decimals'> => ({
  ...{ name: id === undefined ? name : symbol, symbol, decimals },
})
