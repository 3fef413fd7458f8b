/** Makes the blockchain API from the config: its nodes, its sources, its exchange and its seller. */
import type { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import type { ExchangeName, SellerName, ServiceConfig, SourceName } from '../config/sources.ts'
import { createBlockchain } from './blockchain.ts'
import type { Exchange } from './exchanges/exchange.ts'
import { lifi } from './exchanges/lifi.ts'
import { oneInch } from './exchanges/oneInch.ts'
import { exchangeRoutes } from './exchanges/routes.ts'
import { zeroEx } from './exchanges/zeroEx.ts'
import { networksOf } from './network.ts'
import { dataRoutes, type Env } from './routes.ts'
import { type Node, openNodes } from './rpc.ts'
import { seldom } from './seldom.ts'
import { coinbase } from './sellers/coinbase.ts'
import { moonpay } from './sellers/moonpay.ts'
import { ramp } from './sellers/ramp.ts'
import { sellerRoutes } from './sellers/routes.ts'
import type { Seller, SellerParts } from './sellers/seller.ts'
import { transak } from './sellers/transak.ts'
import type { Source } from './source.ts'
import { alchemySource } from './sources/alchemy.ts'
import { blockscoutSource } from './sources/blockscout.ts'
import { coingeckoSource } from './sources/coingecko.ts'
import { defillamaSource } from './sources/defillama.ts'
import { etherscanSource } from './sources/etherscan.ts'
import { heliusSource } from './sources/helius.ts'
import { rpcSource } from './sources/rpc.ts'
import { type ListedToken, readTokenList } from './tokens.ts'

/** What a source is made from, besides its own config. */
export type SourceParts = { nodes: readonly Node[]; tokens: readonly ListedToken[] }

const SOURCES: Readonly<Record<SourceName, (service: ServiceConfig, parts: SourceParts) => Source>> = {
  rpc: (_, { nodes, tokens }) => rpcSource(nodes, tokens),
  etherscan: (service, { tokens }) => etherscanSource(service, tokens),
  blockscout: (service, { tokens }) => blockscoutSource(service, tokens),
  alchemy: (service, { tokens }) => alchemySource(service, tokens),
  helius: (service, { tokens }) => heliusSource(service, tokens),
  coingecko: (service, { tokens }) => coingeckoSource(service, tokens),
  defillama: (service, { tokens }) => defillamaSource(service, tokens),
}

const EXCHANGES: Record<ExchangeName, (service: ServiceConfig) => Exchange> = { '0x': zeroEx, '1inch': oneInch, lifi }

export const openExchange = ({ swaps }: Pick<Config, 'swaps'>) => swaps && EXCHANGES[swaps.name](swaps)

const SELLERS: Record<SellerName, (parts: SellerParts) => Seller> = { coinbase, moonpay, ramp, transak }

export const openSeller = (config: Pick<Config, 'onramp' | 'networks' | 'solana'>, tokens: readonly ListedToken[]) =>
  config.onramp && SELLERS[config.onramp.name]({ service: config.onramp, networks: networksOf(config), tokens })

/**
 * @param tell gets the failures of services, each once in a minute, and each unexpected error
 * @returns undefined if the config names no source, exchange or seller: there is no blockchain API then
 * @throws Error for a token list or a seller's key that cannot be read
 */
export function openData(config: Config, tell: (error: unknown) => void): Hono<Env> | undefined {
  if (config.sources.length === 0 && !config.swaps && !config.onramp) return undefined
  const report = seldom(tell)
  const networks = networksOf(config)
  const nodes = openNodes(networks)
  const tokens = config.tokens === undefined ? [] : readTokenList(config.tokens)
  const sources = config.sources.map((service) => SOURCES[service.name](service, { nodes, tokens }))
  const blockchain = createBlockchain({ networks, sources, report })
  const passes = config.sources.some(({ name }) => name === 'rpc')
  const exchange = openExchange(config)
  const seller = openSeller(config, tokens)
  const more = [
    ...(exchange ? [exchangeRoutes({ exchange, nodes, tokens, report })] : []),
    ...(seller ? [sellerRoutes({ seller, networks, config, report })] : []),
  ]
  return dataRoutes({ config, blockchain, nodes: passes ? nodes : [], report, more })
}
