/** What requests cost: about how many simple calls a network's node has to answer for one of them. */
import { isHex } from './hex.ts'
import { type Fields, listOf } from './params.ts'

/** The cost of a search for logs, and of all receipts of a block: as much as this many simple calls. */
const SEARCH = 20
/**
 * A log search through more blocks than this, or through a number that the request does not tell, costs ten times as
 * much.
 */
const FAR = 10_000n

const COSTS: Readonly<Record<string, number>> = {
  eth_getFilterLogs: 10 * SEARCH,
  eth_getBlockReceipts: SEARCH,
  eth_getProof: 5,
  eth_sendTransaction: 5,
  wallet_getAssets: 5,
  wallet_getCallsStatus: 5,
  wallet_getCapabilities: 5,
  wallet_grantPermissions: 10,
  wallet_revokePermissions: 10,
}
const BATCH_CALL = 5

const firstOf = (params: unknown): Fields => {
  const [first] = Array.isArray(params) ? (params as unknown[]) : [params]
  return typeof first === 'object' && first !== null ? (first as Fields) : {}
}
const blockOf = (value: unknown) => (isHex(value) && value.length > 2 && value.length <= 66 ? BigInt(value) : undefined)

function costOfLogs(params: unknown): number {
  const { blockHash, fromBlock = 'latest', toBlock } = firstOf(params)
  if (blockHash !== undefined || fromBlock === 'latest') return SEARCH
  const [from, to] = [blockOf(fromBlock), blockOf(toBlock)]
  return from !== undefined && to !== undefined && to - from <= FAR ? SEARCH : 10 * SEARCH
}

/** The cost of a request, 1 for a simple one. Never throws: wrong parameters are refused where they are read. */
export function costOf(method: string, params: unknown): number {
  if (method === 'eth_getLogs' || method === 'eth_newFilter') return costOfLogs(params)
  if (method === 'wallet_sendCalls') return BATCH_CALL * Math.max(listOf(firstOf(params)['calls']).length, 1)
  return Object.hasOwn(COSTS, method) ? (COSTS[method] ?? 1) : 1
}
