/**
 * Instances of Blockscout (docs.blockscout.com, "RPC Endpoints: Account"): the history and the balances of accounts on
 * the EVM networks that the config names. They answer as Etherscan does, with small differences.
 */
import { getAddress } from 'viem'
import type { ServiceConfig } from '../../config/sources.ts'
import { type DataNetwork, nativeOf } from '../network.ts'
import { createOutbound } from '../outbound.ts'
import { addressOf, amountOf, fieldsOf, listOf, tokenFacts } from '../shape.ts'
import { type Holding, type Source, SourceError } from '../source.ts'
import { type ListedToken, listedContracts, listedFirst } from '../tokens.ts'
import { accountHistory } from './etherscan.ts'
import { type AccountApi, createAccountApi } from './etherscanApi.ts'
import type { Listed } from './etherscanDeeds.ts'

const NAME = 'blockscout'

/**
 * Makes the source from the config's service. `pause`: ms to wait before repeating a request that Blockscout refused
 * because of its rate limit.
 */
export function blockscoutSource(
  { key, networks }: ServiceConfig,
  tokens: readonly ListedToken[],
  { pause }: { pause?: number } = {},
): Source {
  const apis = new Map(
    Object.entries(networks).map(([id, origin]): [string, AccountApi] => {
      const ask = createOutbound({ name: NAME, url: origin })
      const rest = pause === undefined ? {} : { pause }
      return [`eip155:${id}`, createAccountApi({ name: NAME, ask, path: '/api', query: { apikey: key }, ...rest })]
    }),
  )
  const apiOf = ({ caipNetworkId }: DataNetwork): AccountApi => {
    const api = apis.get(caipNetworkId)
    if (!api) throw new SourceError(NAME, 'has no address for this network in the config')
    return api
  }
  return {
    name: NAME,
    serves: (caipNetworkId) => apis.has(caipNetworkId),
    async balances(network, account) {
      const api = apiOf(network)
      const native = await nativeBalance(api, network, account)
      const list = listOf(NAME, await api.read('tokenlist', { address: account }))
      const listed = listedContracts(tokens, network.caipNetworkId)
      const all = list.flatMap((entry) => holdingOf(entry, listed) ?? [])
      return [...native, ...listedFirst(all, ({ address = '' }) => listed(address.toLowerCase()) !== undefined)]
    },
    history: async (network, account, cursor) => accountHistory(apiOf(network), network, account, cursor, tokens),
  }
}

/** The native currency of an account, if it has any. @throws SourceError if Blockscout does not know how much */
async function nativeBalance(api: AccountApi, network: DataNetwork, address: string): Promise<Holding[]> {
  const amount = amountOf(await api.read('balance', { address, tag: 'latest' }))
  if (amount === undefined) throw new SourceError(NAME, 'sent no balance')
  return amount > 0n ? [{ ...nativeOf(network), amount }] : []
}

function holdingOf(entry: unknown, listed: Listed): Holding | undefined {
  const { balance, contractAddress, name, symbol, decimals, type } = fieldsOf(entry)
  const [contract, amount] = [addressOf(contractAddress), amountOf(balance)]
  if (type !== 'ERC-20' || contract === undefined || amount === undefined || amount === 0n) return undefined
  const facts = listed(contract) ?? tokenFacts({ name, symbol, decimals })
  return facts && { iconUrl: '', ...pick(facts), amount, address: getAddress(contract) }
}

const pick = ({ name, symbol, decimals, iconUrl }: Omit<Holding, 'amount'>) => ({
  ...{ name, symbol, decimals },
  ...(iconUrl !== undefined && { iconUrl }),
})
