/**
 * Etherscan (docs.etherscan.io, API v2): the history and the native currency of accounts on many EVM networks. Its list
 * of an account's tokens needs a paid plan, so that the balances have none: name a source with tokens before it.
 */
import type { ServiceConfig } from '../../config/sources.ts'
import { type DataNetwork, nativeOf } from '../network.ts'
import { createOutbound } from '../outbound.ts'
import { amountOf } from '../shape.ts'
import { type HistoryPage, type Holding, type Source, SourceError } from '../source.ts'
import { type ListedToken, listedContracts } from '../tokens.ts'
import { type AccountApi, createAccountApi } from './etherscanApi.ts'
import { deedsOf } from './etherscanDeeds.ts'
import { rowOf } from './evmRow.ts'

const NAME = 'etherscan'

/** `pause`: ms to wait before a request is repeated that was one too many in its second. */
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
    balances: (network, account) => nativeBalance(NAME, apiOf(network), network, account),
    history: (network, account, cursor) => accountHistory(apiOf(network), network, account, cursor, tokens),
  }
}

/** The native currency of an account, if it has any. @throws SourceError if the service does not know how much */
export async function nativeBalance(
  source: string,
  api: AccountApi,
  network: DataNetwork,
  address: string,
): Promise<Holding[]> {
  const amount = amountOf(await api.read('balance', { address, tag: 'latest' }))
  if (amount === undefined) throw new SourceError(source, 'sent no balance')
  return amount > 0n ? [{ ...nativeOf(network), amount }] : []
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
