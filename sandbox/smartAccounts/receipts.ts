/** Reads the result of a user operation from the entry point's events. */
import { decodeEventLog, encodeEventTopics, isAddressEqual, numberToHex, zeroAddress, type Hex } from 'viem'
import { ENTRY_POINT } from './addresses.ts'
import type { SmartChain } from './chain.ts'
import type { Library } from './library.ts'

type NodeLog = {
  address: Hex
  topics: [Hex, ...Hex[]]
  data: Hex
  transactionHash: Hex
  logIndex: Hex
  blockHash: Hex
  blockNumber: Hex
}
type TransactionReceipt = { logs: NodeLog[] }

type EventName = 'UserOperationEvent' | 'BeforeExecution' | 'UserOperationRevertReason'

const topicOf = ({ entryPoint08Abi: abi }: Library, eventName: EventName) => encodeEventTopics({ abi, eventName })[0]

/** The event that ends the operation with this hash; undefined until it is mined. */
export async function findEvent(library: Library, chain: SmartChain, hash: Hex): Promise<NodeLog | undefined> {
  const topics = [topicOf(library, 'UserOperationEvent'), hash]
  const filter = { address: ENTRY_POINT, topics, fromBlock: '0x0', toBlock: 'latest' }
  const logs = (await chain.node.request('eth_getLogs', [filter])) as NodeLog[]
  return logs[0]
}

/**
 * The logs of the operation's own calls: those between the end of the previous operation, or of the validation, and
 * `event`.
 */
function logsOf(library: Library, { logs }: TransactionReceipt, event: NodeLog): NodeLog[] {
  const borders = [topicOf(library, 'BeforeExecution'), topicOf(library, 'UserOperationEvent')]
  const isBorder = ({ address, topics }: NodeLog) => isAddressEqual(address, ENTRY_POINT) && borders.includes(topics[0])
  const before = logs.filter((log) => Number(log.logIndex) < Number(event.logIndex))
  return before.slice(before.findLastIndex(isBorder) + 1)
}

/** The response of `eth_getUserOperationReceipt`; null until the operation is mined. */
export async function findReceipt(library: Library, chain: SmartChain, hash: Hex): Promise<object | null> {
  const event = await findEvent(library, chain, hash)
  if (!event) return null
  const receipt = (await chain.node.request('eth_getTransactionReceipt', [event.transactionHash])) as TransactionReceipt
  const abi = library.entryPoint08Abi
  const { args } = decodeEventLog({ abi, eventName: 'UserOperationEvent', ...event })
  const logs = logsOf(library, receipt, event)
  const failure = logs.find(
    (log) => log.topics[0] === topicOf(library, 'UserOperationRevertReason') && log.topics[1] === hash,
  )
  const reason =
    failure && decodeEventLog({ abi, eventName: 'UserOperationRevertReason', ...failure }).args.revertReason
  return {
    userOpHash: hash,
    entryPoint: ENTRY_POINT,
    sender: args.sender,
    nonce: numberToHex(args.nonce),
    ...(args.paymaster !== zeroAddress && { paymaster: args.paymaster }),
    actualGasCost: numberToHex(args.actualGasCost),
    actualGasUsed: numberToHex(args.actualGasUsed),
    success: args.success,
    ...(reason && { reason }),
    logs,
    receipt,
  }
}
