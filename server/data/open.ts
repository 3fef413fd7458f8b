/** Makes the blockchain API from the config: its nodes, its sources, its exchange and its seller. */
import type { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import type { SourceName, ServiceConfig } from '../config/sources.ts'
import { createBlockchain } from './blockchain.ts'
import { networksOf } from './network.ts'
import { dataRoutes, type Env } from './routes.ts'
import { type Node, openNodes } from './rpc.ts'
import type { Source, SourceError } from './source.ts'
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

/**
 * @returns undefined if the config names no source: there is no blockchain API then
 * @throws Error for a token list that cannot be read
 */
export function openData(config: Config, report: (error: SourceError) => void): Hono<Env> | undefined {
  if (config.sources.length === 0) return undefined
  const networks = networksOf(config)
  const nodes = openNodes(networks)
  const tokens = config.tokens === undefined ? [] : readTokenList(config.tokens)
  const sources = config.sources.map((service) => SOURCES[service.name](service, { nodes, tokens }))
  const blockchain = createBlockchain({ networks, sources, report })
  const passes = config.sources.some(({ name }) => name === 'rpc')
  return dataRoutes({ config, blockchain, nodes: passes ? nodes : [], more: [] })
}
