/**
 * Finds out which operation used a nonce of a smart account. The node decides. The bundler is asked only in which
 * transaction to look, because some nodes search their logs in a few blocks at a time.
 */
import { decodeEventLog, encodeEventTopics, encodeFunctionData, type Hex, isAddressEqual, numberToHex } from 'viem'
import { ENTRY_POINT } from './addresses.ts'
import type { Library } from './library.ts'
import { quantityOf, type SmartNetwork } from './network.ts'
import { rowOf } from './nonce.ts'
import type { SentOperation } from './types.ts'

/** The operation (its hash) that used a nonce, the transaction that ran it, and whether its calls succeeded. */
export type Used = { hash: Hex; transactionHash: Hex; success: boolean }

/** The most blocks of one search, and the most searches: an operation is in a block soon after it was sent. */
const [SPAN, SEARCHES] = [1_000n, 100]
/**
 * By how many blocks the search begins before the block in which the operation was sent, in case the node that named
 * that block was ahead of the node that is searched.
 */
const EARLIER = 5n

type Asked = Pick<SentOperation, 'sender' | 'nonce' | 'since'> & Partial<Pick<SentOperation, 'hash'>>
type NodeLog = { address: Hex; topics: [Hex, ...Hex[]]; data: Hex; transactionHash: Hex }

const isHash = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
const fieldsIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The logs of an answer, without those that are none. */
function logsOf(value: unknown): NodeLog[] {
  if (!Array.isArray(value)) return []
  return (value as unknown[]).filter((each): each is NodeLog => {
    const { address, topics, data, transactionHash } = fieldsIn(each)
    const isTopics = Array.isArray(topics) && topics.length > 0 && topics.every((topic) => isHash(topic))
    return typeof address === 'string' && isTopics && typeof data === 'string' && isHash(transactionHash)
  })
}

function foundIn(library: Library, logs: readonly NodeLog[], { sender, nonce }: Asked): Used | undefined {
  const abi = library.entryPoint08Abi
  const [topic] = encodeEventTopics({ abi, eventName: 'UserOperationEvent' })
  for (const { address, topics, data, transactionHash } of logs) {
    if (topics[0] !== topic || !isAddressEqual(address, ENTRY_POINT)) continue
    const { args } = decodeEventLog({ abi, eventName: 'UserOperationEvent', topics, data })
    if (args.nonce === nonce && isAddressEqual(args.sender, sender))
      return { hash: args.userOpHash, transactionHash, success: args.success }
  }
  return undefined
}

/**
 * Finds the operation in the transaction that the bundler names. Undefined if the bundler names none, or if the node
 * says that the operation is not in it.
 */
async function foundNamed(library: Library, { request }: SmartNetwork, asked: Asked): Promise<Used | undefined> {
  if (asked.hash === undefined) return undefined
  const named = await request('eth_getUserOperationReceipt', [asked.hash]).catch(() => null)
  const { transactionHash } = fieldsIn(fieldsIn(named)['receipt'])
  if (!isHash(transactionHash)) return undefined
  const { logs } = fieldsIn(await request('eth_getTransactionReceipt', [transactionHash]))
  return foundIn(library, logsOf(logs), asked)
}

/**
 * Finds the operation that used a nonce.
 * @returns undefined as long as the nonce is free, or the node does not show what used it
 */
export async function findUse(library: Library, network: SmartNetwork, asked: Asked): Promise<Used | undefined> {
  const { request } = network
  const { sender, nonce, since } = asked
  const abi = library.entryPoint08Abi
  const data = encodeFunctionData({ abi, functionName: 'getNonce', args: [sender, rowOf(nonce)] })
  const next = quantityOf(await request('eth_call', [{ to: ENTRY_POINT, data }, 'latest']))
  if (next <= nonce) return undefined
  const named = await foundNamed(library, network, asked)
  if (named) return named
  const topics = encodeEventTopics({ abi, eventName: 'UserOperationEvent', args: { sender } })
  const last = quantityOf(await request('eth_blockNumber'))
  let from = since > EARLIER ? since - EARLIER : 0n
  for (let searched = 0; from <= last && searched < SEARCHES; searched++, from += SPAN) {
    const to = from + SPAN - 1n
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to < last ? to : last) }
    const logs = logsOf(await request('eth_getLogs', [{ address: ENTRY_POINT, topics, ...range }]))
    const found = foundIn(library, logs, asked)
    if (found) return found
  }
  return undefined
}
