/**
 * CoinGecko (docs.coingecko.com, "Simple" and "Exchange rates"): prices, and the rates of currencies. Without a key it
 * refuses requests for several tokens, so that the next source is asked.
 */
import type { ServiceConfig } from '../../config/sources.ts'
import { batchesOf } from '../batches.ts'
import { SOLANA_MAINNET } from '../network.ts'
import { createOutbound } from '../outbound.ts'
import { type Fields, fieldsOf, objectOf, priceOf } from '../shape.ts'
import { type Price, type Source, SourceError } from '../source.ts'
import { type ListedToken, listedName } from '../tokens.ts'
import { type Asset, assetOf, NATIVE_COINS, widened } from './chains.ts'

const NAME = 'coingecko'
/** Tokens in one request. They are in its URL, which servers cut or reject above some thousand characters. */
const AT_ONCE = 50

/** CoinGecko's ids of networks ("asset platforms"). */
const PLATFORMS: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimistic-ethereum',
  'eip155:56': 'binance-smart-chain',
  'eip155:100': 'xdai',
  'eip155:137': 'polygon-pos',
  'eip155:324': 'zksync',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum-one',
  'eip155:43114': 'avalanche',
  'eip155:59144': 'linea',
  [SOLANA_MAINNET]: 'solana',
}

export function coingeckoSource({ url, key, networks }: ServiceConfig, tokens: readonly ListedToken[]): Source {
  // The paid plans have another host, which wants the key in another header.
  const header = new URL(url).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'
  const ask = createOutbound({ name: NAME, url, headers: key === undefined ? {} : { [header]: key } })
  const platforms = widened(PLATFORMS, networks)
  const named = listedName(tokens)

  /**
   * The prices of tokens in US dollars, by the CAIP-10 addresses that were requested. CoinGecko's answer has EVM
   * addresses in lower case.
   */
  async function tokenPrices(platform: string, assets: readonly Asset[]): Promise<[string, number][]> {
    const contracts = assets.map(({ address }) => address).join(',')
    const path = `/api/v3/simple/token_price/${encodeURIComponent(platform)}`
    const query = { contract_addresses: contracts, vs_currencies: 'usd' }
    const answer = pricesOf(await ask({ path, query }))
    return assets.flatMap(({ wanted, address }) => dollars(wanted, answer[address]))
  }

  async function coinPrices(assets: readonly (Asset & { coin: string })[]): Promise<[string, number][]> {
    const ids = [...new Set(assets.map(({ coin }) => coin))].sort().join(',')
    const answer = pricesOf(await ask({ path: '/api/v3/simple/price', query: { ids, vs_currencies: 'usd' } }))
    return assets.flatMap(({ wanted, coin }) => dollars(wanted, answer[coin]))
  }

  return {
    name: NAME,
    serves: (caipNetworkId) => (platforms[caipNetworkId] ?? NATIVE_COINS[caipNetworkId]) !== undefined,
    async prices(caipAddresses) {
      const assets = caipAddresses.map(assetOf)
      const coins = assets.flatMap((asset) => {
        const coin = asset.isNative ? NATIVE_COINS[asset.caipNetworkId] : undefined
        return coin === undefined ? [] : [{ ...asset, coin }]
      })
      const byPlatform = new Map<string, Asset[]>()
      for (const asset of assets) {
        const platform = asset.isNative ? undefined : platforms[asset.caipNetworkId]
        if (platform !== undefined) byPlatform.set(platform, [...(byPlatform.get(platform) ?? []), asset])
      }
      const all = await Promise.all([
        ...(coins.length > 0 ? [coinPrices(coins)] : []),
        ...[...byPlatform].flatMap(([platform, own]) =>
          batchesOf(own, AT_ONCE).map((some) => tokenPrices(platform, some)),
        ),
      ])
      return new Map(all.flat().map(([wanted, price]): [string, Price] => [wanted, { ...named(wanted), price }]))
    },
    async rates() {
      return ratesOf(await ask({ path: '/api/v3/exchange_rates' }))
    },
  }
}

/** The prices by token. @throws SourceError if CoinGecko sent an error with a 2xx status, or no object */
function pricesOf(answer: unknown): Fields {
  const prices = objectOf(NAME, answer)
  const isError = ['error', 'error_code'].some((name) => name in prices || name in fieldsOf(prices['status']))
  if (isError) throw new SourceError(NAME, 'refused the request')
  return prices
}

function dollars(wanted: string, entry: unknown): [string, number][] {
  const price = priceOf(fieldsOf(entry)['usd'])
  return price === undefined ? [] : [[wanted, price]]
}

/**
 * How much of each fiat currency one US dollar buys, as decimal text.
 * @throws SourceError without a rate of the dollar
 */
function ratesOf(answer: unknown): Record<string, string> {
  const rates = fieldsOf(fieldsOf(answer)['rates'])
  // `value` is the price of one bitcoin in the currency.
  const perBitcoin = (code: string) => priceOf(fieldsOf(rates[code])['value'])
  const usd = perBitcoin('usd')
  if (!usd) throw new SourceError(NAME, 'sent no rate of the US dollar')
  return Object.fromEntries(
    Object.keys(rates).flatMap((code) => {
      const value = perBitcoin(code)
      if (!/^[a-z]{3}$/.test(code) || fieldsOf(rates[code])['type'] !== 'fiat' || !value) return []
      // `toFixed` writes these numbers without an exponent, and no currency needs more than eight decimals.
      const text = (value / usd).toFixed(8).replace(/\.?0+$/, '')
      return /^\d{1,12}(\.\d+)?$/.test(text) && text !== '0' ? [[code.toUpperCase(), text] as const] : []
    }),
  )
}
