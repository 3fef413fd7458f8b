import type { BlockchainApi } from 'walletkit/plugin'
import { type Page, parsePage } from './transaction.ts'

/** As the history service's query parameter `onramp`, this value makes the service return only purchases. */
export const ONRAMP = 'coinbase'

export type HistoryQuery = {
  account: string
  /** CAIP-2. */
  chainId: string
  cursor?: string | undefined
  onramp?: typeof ONRAMP
  signal?: AbortSignal
}
export type HistoryApi = { fetchHistory: (query: HistoryQuery) => Promise<Page> }

/** Requests `GET /v1/account/{account}/history`. Returns an empty page if the service does not support the network. */
export default (api: BlockchainApi): HistoryApi => ({
  fetchHistory: async ({ account, chainId, cursor, onramp, signal }) => {
    const path = `v1/account/${encodeURIComponent(account)}/history`
    // A purchase can change its status without a new block, so a cached response would be stale.
    const cache = onramp ? 'no-cache' : 'default'
    const query = { account, chainId, cursor, onramp, cache }
    const reply = await api.read({ path, query, cache, ...(signal && { signal }) }, chainId)
    return reply === undefined ? { data: [], next: undefined } : parsePage(reply)
  },
})
