/**
 * Reads from a transaction what it transferred, approved and executed, for all accounts. `sides.ts` makes one account's
 * row.
 */
import { decodeFunctionData, erc20Abi, type Hex } from 'viem'
import { transferTopic } from '../balances.ts'
import { ENTRY_POINT } from '../smartAccounts/addresses.ts'
import type { Log, Moved, ReadTransaction, Receipt } from './answers.ts'

/** One transfer. Addresses are in lower case; `amount` is in the smallest unit. */
export type Movement = { from: string; to: string } & (
  | { kind: 'native'; amount: bigint }
  | { kind: 'token'; contract: string; amount: bigint }
  | { kind: 'nft'; contract: string; id: bigint }
)
export type Approval = { contract: string; owner: string; spender: string; amount: bigint }
/** An operation of a smart account (ERC-4337), and whether its calls succeeded. */
export type Operation = { sender: string; succeeded: boolean }

export type Deed = {
  transaction: ReadTransaction
  succeeded: boolean
  contract: string | undefined
  movements: Movement[]
  approvals: Approval[]
  operations: Operation[]
}

/** keccak256 of `Approval(address,address,uint256)` (EIP-20). */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/** keccak256 of `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)` (ERC-4337). */
const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const entryPoint = ENTRY_POINT.toLowerCase()

const addressOf = (topic = '') => `0x${topic.slice(-40)}`
const isWord = (data: string) => /^0x[0-9a-f]{64}$/.test(data)

function movementOf({ address: contract, topics, data }: Log): Movement[] {
  const [signature, from, to, id] = topics
  if (signature !== transferTopic || to === undefined) return []
  const between = { from: addressOf(from), to: addressOf(to), contract }
  if (id !== undefined) return [{ kind: 'nft', ...between, id: BigInt(id) }]
  return isWord(data) ? [{ kind: 'token', ...between, amount: BigInt(data) }] : []
}

function approvalOf({ address: contract, topics, data }: Log): Approval[] {
  const [signature, owner, spender, id] = topics
  if (signature !== approvalTopic || spender === undefined || id !== undefined || !isWord(data)) return []
  return [{ contract, owner: addressOf(owner), spender: addressOf(spender), amount: BigInt(data) }]
}

function operationOf({ address, topics, data }: Log): Operation[] {
  if (address !== entryPoint || topics[0] !== operationTopic || data.length < 130) return []
  return [{ sender: addressOf(topics[2]), succeeded: BigInt(`0x${data.slice(66, 130)}`) === 1n }]
}

/** What a failed transaction tried to transfer: its value, and tokens if it called `transfer` of an ERC-20 contract. */
function attempted({ from, to, value, input }: ReadTransaction): Movement[] {
  const native: Movement[] = to && value > 0n ? [{ kind: 'native', from, to, amount: value }] : []
  if (!to || !input.startsWith('0xa9059cbb')) return native
  try {
    const { args } = decodeFunctionData({ abi: erc20Abi, data: input as Hex })
    const [receiver, amount] = args as [string, bigint]
    return [...native, { kind: 'token', contract: to, from, to: receiver.toLowerCase(), amount }]
  } catch {
    return native
  }
}

/**
 * Collects a transaction's transfers, approvals and operations. `moved` are its successful calls that transferred
 * native currency.
 */
export function deedOf(transaction: ReadTransaction, receipt: Receipt, moved: readonly Moved[]): Deed {
  const { succeeded, contract, logs } = receipt
  const operations = logs.flatMap(operationOf)
  const native = moved.flatMap(({ from, to, value }): Movement[] =>
    // With a smart account's operation, payments to and from the entry point are fees, not transfers.
    operations.length && (from === entryPoint || to === entryPoint)
      ? []
      : [{ kind: 'native', from, to, amount: value }],
  )
  return {
    transaction,
    succeeded,
    contract,
    movements: succeeded ? [...native, ...logs.flatMap(movementOf)] : attempted(transaction),
    approvals: succeeded ? logs.flatMap(approvalOf) : [],
    operations,
  }
}
