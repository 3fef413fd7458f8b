/** Makes the blockchain API from the config: its nodes, its sources, its exchanges and its seller. */
import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { ExchangeName, SellerName, ServiceConfig, SourceName } from '../config/sources.ts'
import { createBlockchain } from './blockchain.ts'
import type { Exchange } from './exchanges/exchange.ts'
import { jupiter } from './exchanges/jupiter.ts'
import { lifi } from './exchanges/lifi.ts'
import { oneInch } from './exchanges/oneInch.ts'
import { exchangeRoutes } from './exchanges/routes.ts'
import { solanaExchangeRoutes } from './exchanges/solanaRoutes.ts'
import { zeroEx } from './exchanges/zeroEx.ts'
import { type IndexedNetwork, startIndexer } from './indexer/run.ts'
import { type DataNetwork, networksOf } from './network.ts'
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
import { esploraSource } from './sources/esplora.ts'
import { etherscanSource } from './sources/etherscan.ts'
import { heliusSource } from './sources/helius.ts'
import { indexedSource } from './sources/indexed.ts'
import { rpcSource } from './sources/rpc.ts'
import { type ListedToken, listedContracts, readTokenList } from './tokens.ts'
import { type IndexStore, indexStore } from '../store/indexed.ts'
import type { Tables } from '../store/tables.ts'

/** What a source is made from, besides its own config. */
export type SourceParts = {
  networks: readonly DataNetwork[]
  nodes: readonly Node[]
  tokens: readonly ListedToken[]
  indexed: readonly IndexedNetwork[]
  store: IndexStore
}

const SOURCES: Readonly<Record<SourceName, (service: ServiceConfig, parts: SourceParts) => Source>> = {
  rpc: (_, { nodes, tokens }) => rpcSource(nodes, tokens),
  etherscan: (service, { tokens }) => etherscanSource(service, tokens),
  blockscout: (service, { tokens }) => blockscoutSource(service, tokens),
  alchemy: (service, { tokens }) => alchemySource(service, tokens),
  helius: (service, { tokens }) => heliusSource(service, tokens),
  esplora: (service, { networks }) => esploraSource(service, networks),
  index: (_, { indexed, ...parts }) => indexedSource({ ...parts, networks: indexed }),
  coingecko: (service, { tokens }) => coingeckoSource(service, tokens),
  defillama: (service, { tokens }) => defillamaSource(service, tokens),
}

const EXCHANGES: Record<ExchangeName, (service: ServiceConfig) => Exchange> = { '0x': zeroEx, '1inch': oneInch, lifi }

export const openExchange = ({ swaps }: Pick<Config, 'swaps'>) => swaps && EXCHANGES[swaps.name](swaps)

/**
 * The routes of Jupiter, if the config has Jupiter and a Solana node, which simulates each swap before a page gets it.
 */
function solanaRoutes(
  { solanaSwaps }: Pick<Config, 'solanaSwaps'>,
  { nodes, ...parts }: { nodes: readonly Node[]; tokens: readonly ListedToken[]; report: (error: unknown) => void },
) {
  const node = nodes.find(({ network }) => network.caipNetworkId.startsWith('solana:'))
  return node && solanaSwaps ? [solanaExchangeRoutes({ exchange: jupiter(solanaSwaps), node, ...parts })] : []
}

const SELLERS: Record<SellerName, (parts: SellerParts) => Seller> = { coinbase, moonpay, ramp, transak }

export const openSeller = (
  config: Pick<Config, 'onramp' | 'networks' | 'solana' | 'bitcoin'>,
  tokens: readonly ListedToken[],
) => config.onramp && SELLERS[config.onramp.name]({ service: config.onramp, networks: networksOf(config), tokens })

/** The networks that the source `index` reads, with the first block and the accounts of the config. */
export const indexedNetworks = (
  { index }: Pick<Config, 'index'>,
  networks: readonly DataNetwork[],
  tokens: readonly ListedToken[],
): IndexedNetwork[] =>
  networks.flatMap((network) => {
    const from = network.id === undefined ? undefined : index?.from.get(network.id)
    if (!index || from === undefined) return []
    const listed = listedContracts(tokens, network.caipNetworkId)
    const accounts = index.accounts.filter(({ id }) => id === network.id).map(({ account }) => account)
    return [{ network, from, accounts, isListed: (contract) => listed(contract) !== undefined }]
  })

/** `routes`: the API to mount at `/v1`. `stop`: ends the indexer after its current step. */
export type Data = { routes: Hono<Env>; stop: () => Promise<void> }

/**
 * Opens the blockchain API, and starts the indexer for the networks of the source `index`.
 * @param tell called with the failures of services, each at most once a minute, and with each unexpected error
 * @returns undefined if the config names no source, exchange or seller: there is no blockchain API then
 * @throws Error for a token list or a seller's key that cannot be read
 */
export function openData(config: Config, db: Kysely<Tables>, tell: (error: unknown) => void): Data | undefined {
  if (config.sources.length === 0 && !config.swaps && !config.solanaSwaps && !config.onramp) return undefined
  const report = seldom(tell)
  const networks = networksOf(config)
  const nodes = openNodes(networks)
  const tokens = config.tokens === undefined ? [] : readTokenList(config.tokens)
  const [indexed, store] = [indexedNetworks(config, networks, tokens), indexStore(db)]
  const parts = { networks, nodes, tokens, indexed, store }
  const sources = config.sources.map((service) => SOURCES[service.name](service, parts))
  const blockchain = createBlockchain({ networks, sources, report })
  const passes = config.sources.some(({ name }) => name === 'rpc')
  const exchange = openExchange(config)
  const seller = openSeller(config, tokens)
  const more = [
    ...solanaRoutes(config, { nodes, tokens, report }),
    ...(exchange ? [exchangeRoutes({ exchange, nodes, tokens, report })] : []),
    ...(seller ? [sellerRoutes({ seller, networks, config, report })] : []),
  ]
  const routes = dataRoutes({ config, blockchain, nodes: passes ? nodes : [], report, more })
  return { routes, stop: startIndexer(indexed, { store, report }) }
}
