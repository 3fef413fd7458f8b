/** DefiLlama (api-docs.defillama.com, "coins"): prices, without a key. */
import type { ServiceConfig } from '../../config/sources.ts'
import { batchesOf } from '../batches.ts'
import { SOLANA_MAINNET } from '../network.ts'
import { createOutbound } from '../outbound.ts'
import { countOf, type Fields, fieldsOf, objectOf, priceOf, textOf } from '../shape.ts'
import type { Price, Source } from '../source.ts'
import { type ListedToken, listedName } from '../tokens.ts'
import { assetOf, NATIVE_COINS, widened } from './chains.ts'

const NAME = 'defillama'
/** Tokens in one request. They are in its URL, which servers cut or reject above some thousand characters. */
const AT_ONCE = 50

/** DefiLlama's names of networks. */
const CHAINS: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:56': 'bsc',
  'eip155:100': 'xdai',
  'eip155:137': 'polygon',
  'eip155:324': 'era',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:43114': 'avax',
  'eip155:59144': 'linea',
  [SOLANA_MAINNET]: 'solana',
}

/** The lowest `confidence` (from 0 to 1) with which a price of DefiLlama is used. */
const LEAST_CONFIDENCE = 0.9
/** Seconds after which a price is too old to be used. */
const OLDEST = 3_600

export function defillamaSource(
  { url, networks }: ServiceConfig,
  tokens: readonly ListedToken[],
  now: () => number = Date.now,
): Source {
  const ask = createOutbound({ name: NAME, url })
  const chains = widened(CHAINS, networks)
  const named = listedName(tokens)
  const coinsOf = async (ids: readonly string[]) =>
    objectOf(NAME, fieldsOf(await ask({ path: `/prices/current/${ids.join(',')}` }))['coins'])
  return {
    name: NAME,
    serves: (caipNetworkId) => (chains[caipNetworkId] ?? NATIVE_COINS[caipNetworkId]) !== undefined,
    async prices(caipAddresses) {
      const assets = caipAddresses.flatMap((each) => {
        const { caipNetworkId, address, isNative } = assetOf(each)
        const [coin, chain] = [NATIVE_COINS[caipNetworkId], chains[caipNetworkId]]
        const id = isNative ? coin && `coingecko:${coin}` : chain && `${chain}:${address}`
        return id ? [{ wanted: each, id }] : []
      })
      if (assets.length === 0) return new Map<string, Price>()
      const ids = [...new Set(assets.map(({ id }) => id))].sort()
      const coins: Fields = Object.assign({}, ...(await Promise.all(batchesOf(ids, AT_ONCE).map(coinsOf)))) as Fields
      // DefiLlama may write an EVM address with other capitals than the request had.
      const bySmall = new Map(Object.entries(coins).map(([id, coin]) => [id.toLowerCase(), coin]))
      return new Map(
        assets.flatMap(({ wanted, id }): [string, Price][] => {
          const coin = fieldsOf(id.startsWith('solana:') ? coins[id] : bySmall.get(id.toLowerCase()))
          const price = currentPrice(coin, now())
          if (price === undefined) return []
          const { name, symbol, iconUrl } = named(wanted)
          return [[wanted, { name, symbol: symbol || (textOf(coin['symbol']) ?? ''), iconUrl, price }]]
        }),
      )
    },
  }
}

/** The price of an entry, if it is sure enough and not too old. */
function currentPrice({ price, confidence, timestamp }: Fields, now: number): number | undefined {
  const at = countOf(timestamp)
  if (typeof confidence !== 'number' || confidence < LEAST_CONFIDENCE) return undefined
  return at === undefined || at < now / 1000 - OLDEST ? undefined : priceOf(price)
}
