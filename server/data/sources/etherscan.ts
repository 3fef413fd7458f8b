/**
 * Etherscan (docs.etherscan.io, API v2): the history of accounts on many EVM networks. It is not asked for balances:
 * its list of an account's tokens needs a paid plan, and the native currency alone would look like an account without
 * tokens.
 */
import type { ServiceConfig } from '../../config/sources.ts'
import type { DataNetwork } from '../network.ts'
import { createOutbound } from '../outbound.ts'
import type { HistoryPage, Source } from '../source.ts'
import { type ListedToken, listedContracts } from '../tokens.ts'
import { type AccountApi, createAccountApi } from './etherscanApi.ts'
import { deedsOf } from './etherscanDeeds.ts'
import { rowOf } from './evmRow.ts'

const NAME = 'etherscan'

/**
 * Makes the source from the config's service. `pause`: ms to wait before repeating a request that Etherscan refused
 * because of its rate limit.
 */
export function etherscanSource(
  { url, key }: ServiceConfig,
  tokens: readonly ListedToken[],
  { pause }: { pause?: number } = {},
): Source {
  const ask = createOutbound({ name: NAME, url })
  const apiOf = ({ id }: DataNetwork) =>
    createAccountApi({
      ...{ name: NAME, ask, path: '/v2/api', query: { chainid: String(id), apikey: key } },
      ...(pause !== undefined && { pause }),
    })
  return {
    name: NAME,
    serves: (caipNetworkId) => caipNetworkId.startsWith('eip155:'),
    history: (network, account, cursor) => accountHistory(apiOf(network), network, account, cursor, tokens),
  }
}

/** One page of an account's history. */
export async function accountHistory(
  api: AccountApi,
  network: DataNetwork,
  account: string,
  cursor: string | null,
  tokens: readonly ListedToken[],
): Promise<HistoryPage> {
  const { entries, next } = await api.page(account, cursor)
  const deeds = deedsOf(entries, listedContracts(tokens, network.caipNetworkId))
  return { data: deeds.flatMap((deed) => rowOf(network, account.toLowerCase(), deed) ?? []), next }
}
