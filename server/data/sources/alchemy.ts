/**
 * Alchemy (alchemy.com/docs, "Token API" and "Transfers API"): balances and history of accounts on EVM networks. Prices
 * are not requested.
 */
import { getAddress } from 'viem'
import type { ServiceConfig } from '../../config/sources.ts'
import { createCache } from '../cache.ts'
import { type DataNetwork, nativeOf } from '../network.ts'
import { createOutbound } from '../outbound.ts'
import { addressOf, amountOf, fieldsOf, listOf, tokenFacts } from '../shape.ts'
import { type Holding, type Source, SourceError } from '../source.ts'
import { type ListedToken, listedContracts } from '../tokens.ts'
import { transfersPage } from './alchemyHistory.ts'

const NAME = 'alchemy'

/** What Alchemy calls the networks, by EVM chain id ("Supported chains"). */
const NETWORKS: Readonly<Record<string, string>> = {
  1: 'eth-mainnet',
  10: 'opt-mainnet',
  56: 'bnb-mainnet',
  100: 'gnosis-mainnet',
  137: 'polygon-mainnet',
  324: 'zksync-mainnet',
  8453: 'base-mainnet',
  42161: 'arb-mainnet',
  43114: 'avax-mainnet',
  59144: 'linea-mainnet',
  84532: 'base-sepolia',
  421614: 'arb-sepolia',
  11155111: 'eth-sepolia',
  11155420: 'opt-sepolia',
}

/** Calls a method of JSON-RPC. @throws SourceError if Alchemy does not answer, or with an error */
export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * The most pages of an account's tokens that are read (100 tokens each), and the most listed tokens in one request
 * afterwards.
 */
const MOST_PAGES = 10
const AT_A_TIME = 100
/**
 * The most tokens of an account without an entry in the token list: the metadata of each costs a request, once a day.
 */
const MOST_UNLISTED = 100
const AT_ONCE = 5
const METADATA = { lifetime: 86_400_000, most: 10_000 }

type Facts = { name: string; symbol: string; decimals: number; iconUrl: string }

export function alchemySource({ url, key, networks }: ServiceConfig, tokens: readonly ListedToken[]): Source {
  const names: Readonly<Record<string, string>> = { ...NETWORKS, ...networks }
  const nameOf = (caipNetworkId: string) =>
    caipNetworkId.startsWith('eip155:') ? names[caipNetworkId.slice('eip155:'.length)] : undefined
  const metadata = createCache<Facts | undefined>(METADATA)
  const calls = new Map<string, Call>()
  const callOf = ({ caipNetworkId }: DataNetwork): Call => {
    const name = nameOf(caipNetworkId)
    if (name === undefined) throw new SourceError(NAME, 'has no name for this network')
    const found = calls.get(name) ?? createCall(url ? `${url}/${name}` : `https://${name}.g.alchemy.com`, key ?? '')
    calls.set(name, found)
    return found
  }
  return {
    name: NAME,
    serves: (caipNetworkId) => nameOf(caipNetworkId) !== undefined,
    async balances(network, account) {
      const call = callOf(network)
      const listed = listedContracts(tokens, network.caipNetworkId)
      const factsOf = (contract: string) =>
        metadata(`${network.caipNetworkId}:${contract}`, () => readFacts(call, contract))
      const amount = amountOf(await call('eth_getBalance', [account, 'latest']))
      if (amount === undefined) throw new SourceError(NAME, 'sent no balance')
      const wanted = tokens.filter(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
      const amounts = [...(await readAmounts(call, account, wanted))]
      const known = amounts.flatMap(([contract, each]): Holding[] => {
        const facts = listed(contract)
        return facts ? [holdingOf(contract, facts, each)] : []
      })
      const others = amounts.filter(([contract]) => !listed(contract)).slice(0, MOST_UNLISTED)
      const unlisted = await inTurns(others, async ([contract, each]): Promise<Holding[]> => {
        // If one token's metadata cannot be read, show the others; the next request for balances asks for it again.
        const facts = await factsOf(contract).catch(unlessRefused)
        return facts ? [holdingOf(contract, facts, each)] : []
      })
      return [...(amount > 0n ? [{ ...nativeOf(network), amount }] : []), ...known, ...unlisted.flat()]
    },
    history: async (network, account, cursor) => transfersPage(callOf(network), network, account, cursor, tokens),
  }
}

/** For `catch`: returns undefined for a SourceError. Throws any other error again, such as a Refusal. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof SourceError) return undefined
  throw error
}

function createCall(url: string, key: string): Call {
  const ask = createOutbound({ name: NAME, url, onlyReads: true })
  return async (method, params) => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const answer = fieldsOf(await ask({ path: `/v2/${encodeURIComponent(key)}`, body }))
    if (!('result' in answer)) throw new SourceError(NAME, `refused ${method}`)
    return answer['result']
  }
}

const holdingOf = (contract: string, { name, symbol, decimals, iconUrl }: Facts, amount: bigint): Holding => ({
  ...{ name, symbol, decimals, iconUrl, amount },
  address: getAddress(contract),
})

/**
 * The amounts of an account's ERC-20 tokens by contract in lower case, without those of 0. Anybody can send an account
 * more tokens than the pages that are read here have, and listed tokens may then be missing: they are requested by
 * their addresses afterwards.
 */
async function readAmounts(call: Call, account: string, listed: readonly ListedToken[]): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>()
  const read = async (tokens: unknown, ...more: object[]) => {
    const answer = fieldsOf(await call('alchemy_getTokenBalances', [account, tokens, ...more]))
    for (const entry of listOf(NAME, answer['tokenBalances'])) {
      const { contractAddress, tokenBalance } = fieldsOf(entry)
      const [contract, amount] = [addressOf(contractAddress), amountOf(tokenBalance)]
      if (contract !== undefined && amount !== undefined && amount > 0n) found.set(contract, amount)
    }
    return answer['pageKey']
  }
  let pageKey: unknown
  for (let page = 0; page < MOST_PAGES; page += 1) {
    pageKey = await read('erc20', ...(pageKey === undefined ? [] : [{ pageKey }]))
    if (typeof pageKey !== 'string' || pageKey === '') return found
  }
  const contracts = listed.map(({ address }) => address)
  for (let at = 0; at < contracts.length; at += AT_A_TIME) await read(contracts.slice(at, at + AT_A_TIME))
  return found
}

async function readFacts(call: Call, contract: string): Promise<Facts | undefined> {
  const { name, symbol, decimals } = fieldsOf(await call('alchemy_getTokenMetadata', [contract]))
  const facts = tokenFacts({ name, symbol, decimals })
  return facts && { ...facts, iconUrl: '' }
}

/** Runs `task` for each item, a few at a time, because Alchemy limits the requests per second. */
async function inTurns<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(task))))
  return done
}
