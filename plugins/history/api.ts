import type { BlockchainApi } from 'walletkit/plugin'
import { type Page, parsePage } from './transaction.ts'

/** How on-ramp purchases are asked for (reference 1.13). */
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

/** `GET /v1/account/{account}/history` (spec section 7); an empty page, unasked, on a network that the service lacks. */
export default (api: BlockchainApi): HistoryApi => ({
  fetchHistory: async ({ account, chainId, cursor, onramp, signal }) => {
    const path = `v1/account/${encodeURIComponent(account)}/history`
    // A purchase changes its status without a block: an answer of before would be wrong.
    const cache = onramp ? 'no-cache' : 'default'
    const query = { account, chainId, cursor, onramp, cache }
    const reply = await api.read({ path, query, cache, ...(signal && { signal }) }, chainId)
    return reply === undefined ? { data: [], next: undefined } : parsePage(reply)
  },
})
