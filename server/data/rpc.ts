/** Forwards JSON-RPC calls of pages to the config's nodes, so that a page needs no API key of a node. */
import { parseObject, Refusal } from '../../sandbox/refusal.ts'
import { batchesOf } from './batches.ts'
import { secretsOf } from './credentials.ts'
import type { DataNetwork } from './network.ts'
import { createOutbound } from './outbound.ts'
import { fieldsOf } from './shape.ts'
import { SourceError } from './source.ts'

/** As many as a page's client sends together. */
const MOST_CALLS = 1_000
/** The calls in one list to a node: many nodes refuse longer ones. */
const AT_ONCE = 50

/**
 * The methods that pages may call on an EVM node: reading, estimating, and sending signed transactions. All others are
 * rejected, because a node may hold unlocked accounts, or have methods that only its operator may call.
 */
const EVM = new Set([
  ...['eth_blobBaseFee', 'eth_blockNumber', 'eth_call', 'eth_chainId', 'eth_createAccessList', 'eth_estimateGas'],
  ...['eth_feeHistory', 'eth_gasPrice', 'eth_getBalance', 'eth_getBlockByHash', 'eth_getBlockByNumber'],
  ...['eth_getBlockReceipts', 'eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber'],
  ...['eth_getCode', 'eth_getLogs', 'eth_getProof', 'eth_getStorageAt', 'eth_getTransactionByBlockHashAndIndex'],
  ...['eth_getTransactionByBlockNumberAndIndex', 'eth_getTransactionByHash', 'eth_getTransactionCount'],
  ...['eth_getTransactionReceipt', 'eth_maxPriorityFeePerGas', 'eth_sendRawTransaction', 'eth_simulateV1'],
  ...['eth_syncing', 'net_version', 'web3_clientVersion'],
])

/**
 * The methods that pages may call on a Solana node. `getProgramAccounts` is missing, because one such call may cost as
 * much as thousands of others.
 */
const SOLANA = new Set([
  ...['getAccountInfo', 'getBalance', 'getBlockHeight', 'getEpochInfo', 'getFeeForMessage', 'getGenesisHash'],
  ...['getHealth', 'getLatestBlockhash', 'getMinimumBalanceForRentExemption', 'getMultipleAccounts'],
  ...['getRecentPrioritizationFees', 'getSignatureStatuses', 'getSignaturesForAddress', 'getSlot', 'getBlockTime'],
  ...['getTokenAccountBalance', 'getTokenAccountsByOwner', 'getTokenSupply', 'getTransaction', 'getVersion'],
  ...['isBlockhashValid', 'sendTransaction', 'simulateTransaction'],
])

type Call = { jsonrpc: '2.0'; id: unknown; method: string; params: unknown }

/**
 * Parses one JSON-RPC call of a page.
 * @throws Refusal 400 for another shape, 403 for a method that pages may not call
 */
function parseCall(value: unknown, { id: chainId }: DataNetwork): Call {
  const { id = null, method, params = [] } = fieldsOf(value)
  if (typeof method !== 'string' || typeof params !== 'object' || params === null)
    throw new Refusal(400, 'body', 'A JSON-RPC call is expected: { "jsonrpc": "2.0", "id", "method", "params" }')
  if (!(chainId === undefined ? SOLANA : EVM).has(method))
    throw new Refusal(403, 'method', `This server does not pass ${method.slice(0, 60)} on`)
  return { jsonrpc: '2.0', id, method, params }
}

/**
 * Parses the body of `POST /v1/?chainId=…`: a call, or a list of them.
 * @throws Refusal 400 for another shape or more than 1,000 calls, 403 for a method that pages may not call
 */
export function parseCalls(body: Buffer, network: DataNetwork): Call | Call[] {
  const calls = readCalls(body, network)
  try {
    JSON.stringify(calls)
  } catch {
    throw new Refusal(400, 'params', 'The parameters are nested too deeply')
  }
  return calls
}

function readCalls(body: Buffer, network: DataNetwork): Call | Call[] {
  const text = body.toString('utf8').trimStart()
  if (!text.startsWith('[')) return parseCall(parseObject(body), network)
  const { calls } = parseObject(Buffer.from(`{"calls":${text}}`))
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > MOST_CALLS)
    throw new Refusal(400, 'body', `From 1 to ${MOST_CALLS} calls are expected`)
  return (calls as unknown[]).map((call) => parseCall(call, network))
}

/**
 * `ask` sends the calls that this server chooses. `pass` sends calls of pages, and calls to contracts that visitors
 * choose; its failures never pause the requests to the node, because visitors can cause failures.
 */
export type Node = Record<'ask' | 'pass', (calls: unknown) => Promise<unknown>> & { network: DataNetwork }

/**
 * Opens a node of the config. `pass` never repeats a call, because the call may have sent a transaction. `ask` may
 * repeat its last successful call as a probe.
 */
export function openNode(network: DataNetwork): Node {
  const options = { name: `the node of ${network.name}`, url: network.rpc, anyStatus: true }
  const ask = createOutbound({ ...options, onlyReads: true })
  // Pages get the node's responses, and some nodes repeat their URL or its key in an error.
  const pass = createOutbound({ ...options, rests: false, hides: secretsOf(network.rpc) })
  return { network, ask: (body) => ask({ path: '', body }), pass: (body) => pass({ path: '', body }) }
}

/**
 * Sends the calls of a page to the node, a list of more than {@link AT_ONCE} in parts, one after the other.
 * @returns the node's answer; for a list in parts, one list with the answers of all parts
 * @throws what `node.pass` throws
 */
export async function passAll(node: Pick<Node, 'pass'>, calls: Call | readonly Call[]): Promise<unknown> {
  if (!Array.isArray(calls) || calls.length <= AT_ONCE) return node.pass(calls)
  const answers: unknown[] = []
  for (const some of batchesOf(calls as readonly Call[], AT_ONCE)) {
    const answer = await node.pass(some)
    // A node may answer a whole list with one error.
    answers.push(
      ...(Array.isArray(answer) ? (answer as unknown[]) : some.map(({ id }) => ({ ...fieldsOf(answer), id }))),
    )
  }
  return answers
}

/** The nodes of the networks that have one. */
export const openNodes = (networks: readonly DataNetwork[]): Node[] =>
  networks.filter(({ rpc }) => rpc !== '').map(openNode)

/** Thrown if a contract reverted a call. `data` is the error in ABI encoding; `0x` if the contract gave none. */
export class Reverted extends SourceError {
  readonly data: string
  constructor(source: string, data: string) {
    super(source, 'says that a contract refused the call')
    this.data = data
  }
}

/**
 * Calls one method of a node.
 * @throws Reverted if a contract reverted the call, SourceError if the node does not answer or refuses the call,
 * Refusal 429 if the client is over its limit
 */
export async function callNode(
  { network, ...node }: Node,
  method: string,
  params: readonly unknown[],
  by: 'ask' | 'pass' = 'ask',
): Promise<unknown> {
  const answer = fieldsOf(await node[by]({ jsonrpc: '2.0', id: 1, method, params }))
  if ('result' in answer) return answer['result']
  const { code, data, message } = fieldsOf(answer['error'])
  const source = `the node of ${network.name}`
  // Most nodes report a revert with the code 3; others with -32000 and the word "revert" in the message.
  if (code === 3 || (typeof message === 'string' && /revert/i.test(message)))
    throw new Reverted(source, typeof data === 'string' && /^0x[0-9a-fA-F]*$/.test(data) ? data : '0x')
  throw new SourceError(source, `refused ${method}`)
}
