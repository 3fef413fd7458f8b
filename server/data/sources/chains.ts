/**
 * What price services need: CoinGecko's ids of native currencies, names of networks by CAIP-2, and parsed token
 * addresses.
 */
import { BITCOIN_MAINNET, BITCOIN_NATIVE, isBitcoin, SOLANA_MAINNET, WRAPPED_SOL } from '../network.ts'
import { NATIVE } from '../shape.ts'

/** CoinGecko's ids of the networks' native currencies, by CAIP-2. DefiLlama takes these ids too. */
export const NATIVE_COINS: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'ethereum',
  'eip155:56': 'binancecoin',
  'eip155:100': 'xdai',
  'eip155:137': 'polygon-ecosystem-token',
  'eip155:324': 'ethereum',
  'eip155:8453': 'ethereum',
  'eip155:42161': 'ethereum',
  'eip155:43114': 'avalanche-2',
  'eip155:59144': 'ethereum',
  [SOLANA_MAINNET]: 'solana',
  [BITCOIN_MAINNET]: 'bitcoin',
}

/**
 * A service's names of networks by CAIP-2: its own table, in which the `networks` of the config (by EVM chain id) are
 * added or replaced.
 */
export const widened = (
  table: Readonly<Record<string, string>>,
  networks: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  ...table,
  ...Object.fromEntries(Object.entries(networks).map(([id, name]) => [`eip155:${id}`, name])),
})

/** `wanted` is the CAIP-10 address as it was requested. `address` is in lower case on EVM networks. */
export type Asset = { wanted: string; caipNetworkId: string; address: string; isNative: boolean }

/** Splits a CAIP-10 address of a token. */
export function assetOf(wanted: string): Asset {
  const end = wanted.lastIndexOf(':')
  const caipNetworkId = wanted.slice(0, end)
  const isEvm = caipNetworkId.startsWith('eip155:')
  const given = wanted.slice(end + 1)
  const address = isEvm ? given.toLowerCase() : given
  const native = isEvm ? NATIVE : isBitcoin(caipNetworkId) ? BITCOIN_NATIVE : WRAPPED_SOL
  return { wanted, caipNetworkId, address, isNative: address === native }
}
