/** Reads a node's simulation of a transaction: parses its answer, and sums up who gains and loses which asset. */
import { addressAt, readWords } from '../../lib/abi.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { cleanText } from '../../lib/text.ts'
import { parseQuantity } from './provider.ts'
import type { BalanceChange, SimulatedAllowance, SimulatedReceipt, Simulation } from '../../contracts/simulation.ts'

/** One movement of an asset; `token` is absent for the native currency. */
export type Movement = { token?: string; id?: bigint; from: string; to: string; amount: bigint }
/** What the simulated calls did. `touched`: tokens that logged a change of a balance, but not as a transfer (WETH9). */
export type Effects = {
  status: Simulation['status']
  reason?: string
  movements: Movement[]
  allowances: Allowed[]
  touched: string[]
}
/** An allowance. `isKept`: Permit2 keeps it, and not the token itself. */
type Allowed = SimulatedAllowance & { owner: string; isKept?: true }
type Log = { address: string; topics: bigint[]; data: bigint[] }

/** Hashes (keccak256) of the events' signatures: the first topic of a log. */
const TRANSFER = 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3efn
const TRANSFER_SINGLE = 0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62n
const TRANSFER_BATCH = 0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fbn
const APPROVAL = 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925n
const APPROVAL_FOR_ALL = 0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31n
/** Permit2's address on nearly every chain, and the hashes of its events `Approval` and `Permit`. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const KEPT = [
  0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036bn,
  0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ecn,
]
/** `Deposit` and `Withdrawal` of wrapped ether (WETH9), which changes balances without a transfer event. */
const DEPOSIT = 0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109cn
const WITHDRAWAL = 0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65n

/** The address under which `eth_simulateV1`, with the option `traceTransfers`, logs moves of the native currency. */
const NATIVE = `0x${'e'.repeat(40)}`
/** The most entries of an answer. A longer one is refused, because a part that is left out could be what matters. */
const LIMIT = 2_000

/**
 * Parses the answer to `eth_simulateV1` with `count` calls, and merges their effects. If one call failed, the result is
 * that failure. `undefined` for an invalid answer.
 */
export function parseSimulated(answer: unknown, count = 1): Effects | undefined {
  const calls = callsOf(answer)
  if (calls?.length !== count) return undefined
  const logs: unknown[] = []
  for (const call of calls) {
    if (!isRecord(call)) return undefined
    if (call['status'] === '0x0') return failed(reasonOf(call['error'], call['returnData']))
    const own: unknown = call['status'] === '0x1' ? call['logs'] : undefined
    if (!Array.isArray(own) || logs.length + own.length > LIMIT) return undefined
    logs.push(...(own as unknown[]))
  }
  return effectsOf(logs, [])
}

/** The results of the calls in an answer to `eth_simulateV1` for one block; `undefined` for an invalid answer. */
export function callsOf(answer: unknown): unknown[] | undefined {
  const block: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : undefined
  const calls: unknown = isRecord(block) ? block['calls'] : undefined
  return Array.isArray(calls) ? calls : undefined
}

/** Parses the answer to `debug_traceCall` with `callTracer` and `withLog`; `undefined` for an invalid answer. */
export function parseTraced(answer: unknown): Effects | undefined {
  if (!isRecord(answer) || !addressOf(answer['from'])) return undefined
  if (typeof answer['error'] === 'string')
    return failed(reasonOf({ message: answer['revertReason'] ?? answer['error'] }, answer['output']))
  const logs: unknown[] = []
  const paid: Movement[] = []
  const open: Traced[] = [{ frame: answer }]
  for (let seen = 0; open.length;) {
    const next = open.pop()
    if (next && 'log' in next) {
      logs.push(next.log)
      continue
    }
    const frame = next?.frame
    if (seen++ > LIMIT || !isRecord(frame)) return undefined
    // Skip a call that failed inside: it was undone, together with everything that it called.
    if (typeof frame['error'] === 'string') continue
    const [from, to, amount] = [addressOf(frame['from']), addressOf(frame['to']), parseQuantity(frame['value'])]
    const moves = typeof frame['type'] === 'string' && /^(CALL|CREATE2?|SELFDESTRUCT)$/.test(frame['type'])
    if (moves && from && to && amount) paid.push({ from, to, amount })
    const [own = [], inner = []] = [frame['logs'], frame['calls']]
    if (!Array.isArray(own) || !Array.isArray(inner)) return undefined
    if (logs.length + open.length + own.length + inner.length > LIMIT) return undefined
    open.push(...inOrder(own, inner).reverse())
  }
  return effectsOf(logs, paid)
}

type Traced = { frame: unknown } | { log: unknown }

/**
 * A frame's logs and inner calls as they happened: a later allowance replaces an earlier one. `position` of a log is
 * the number of inner calls before it; nodes without it count as having logged first.
 */
function inOrder(own: readonly unknown[], inner: readonly unknown[]): Traced[] {
  const positionOf = (log: unknown) => Number(isRecord(log) ? (parseQuantity(log['position']) ?? 0n) : 0n)
  const placed: { at: number; traced: Traced }[] = [
    ...own.map((log) => ({ at: positionOf(log), traced: { log } })),
    ...inner.map((frame, at) => ({ at: at + 0.5, traced: { frame } })),
  ]
  return placed.sort((a, b) => a.at - b.at).map(({ traced }) => traced)
}

const failed = (reason: string | undefined): Effects => ({
  status: 'reverted',
  ...(reason && { reason }),
  movements: [],
  allowances: [],
  touched: [],
})

/** Why a call failed: the text of Solidity's `Error(string)`, else the node's own message. */
function reasonOf(error: unknown, data: unknown): string | undefined {
  const given = isRecord(error) && typeof error['data'] === 'string' ? error['data'] : data
  const text = typeof given === 'string' && given.startsWith('0x08c379a0') ? stringOf(given) : undefined
  const message = isRecord(error) && typeof error['message'] === 'string' ? error['message'] : ''
  return cleanText(text ?? message, 120) || undefined
}

/** The text of `Error(string)`: offset, length, bytes. */
function stringOf(data: string): string | undefined {
  const length = readWords(data)?.[1]
  if (length === undefined || length > 1_000n) return undefined
  const hex = data.slice(10 + 128, 10 + 128 + 2 * Number(length))
  return new TextDecoder().decode(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number(`0x${byte}`)))
}

const addressOf = (value: unknown) =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) ? value.toLowerCase() : undefined

function logOf(value: unknown): Log | undefined {
  const { address: given, topics: list, data: bytes } = isRecord(value) ? value : {}
  const address = addressOf(given)
  if (!address || !Array.isArray(list) || typeof bytes !== 'string') return undefined
  const topics = (list as unknown[]).map((topic) =>
    typeof topic === 'string' && /^0x[0-9a-f]{64}$/i.test(topic) ? BigInt(topic) : undefined,
  )
  // `readWords` expects a selector in front of the words.
  const data = readWords(`0x00000000${bytes.slice(2)}`)
  return data && topics.every((topic) => topic !== undefined) ? { address, topics, data } : undefined
}

function effectsOf(logs: readonly unknown[], movements: Movement[]): Effects {
  const effects: Effects = { status: 'success', movements: [...movements], allowances: [], touched: [] }
  for (const each of logs) {
    const log = logOf(each)
    if (log) readLog(log, effects)
  }
  return effects
}

function readLog(log: Log, { movements, allowances, touched }: Effects) {
  const { address: token, topics, data } = log
  const [event = 0n, , , third] = topics
  const [first, second] = [addressAt(topics, 1), addressAt(topics, 2)]
  const [value = 0n] = data
  if (event === DEPOSIT || event === WITHDRAWAL) touched.push(token)
  if (!first || !second) return
  if (event === TRANSFER && third !== undefined)
    movements.push({ token, id: third, from: first, to: second, amount: 1n })
  else if (event === TRANSFER && data.length)
    movements.push({ ...(token !== NATIVE && { token }), from: first, to: second, amount: value })
  else if (event === TRANSFER_SINGLE || event === TRANSFER_BATCH) movements.push(...manyOf(log))
  else if (event === APPROVAL && third !== undefined)
    // An approval of the zero address takes back the allowance for an NFT, so its amount is 0.
    allowances.push({ token, id: third, owner: first, spender: second, amount: BigInt(second) === 0n ? 0n : 1n })
  else if (event === APPROVAL && data.length) allowances.push({ token, owner: first, spender: second, amount: value })
  else if (event === APPROVAL_FOR_ALL)
    allowances.push({ token, owner: first, spender: second, amount: value && 1n, all: true })
  else if (token === PERMIT2 && KEPT.includes(event)) {
    // The owner, the token and the spender; then the amount.
    const spender = addressAt(topics, 3)
    if (spender) allowances.push({ token: second, owner: first, spender, amount: value, isKept: true })
  }
}

/** ERC-1155: the operator, the sender and the receiver, then one id and amount, or a list of each. */
function manyOf({ address: token, topics, data }: Log): Movement[] {
  const [from, to] = [addressAt(topics, 2), addressAt(topics, 3)]
  if (!from || !to) return []
  if (topics[0] === TRANSFER_SINGLE) {
    const [id, amount] = data
    return id === undefined || amount === undefined ? [] : [{ token, id, from, to, amount }]
  }
  const [ids, amounts] = [listAt(data, 0), listAt(data, 1)]
  return ids.flatMap((id, at) => {
    const amount = amounts[at]
    return amount === undefined ? [] : [{ token, id, from, to, amount }]
  })
}

/** A list in ABI data. The word at index `at` is its offset in bytes; there, its length comes before its entries. */
function listAt(data: readonly bigint[], at: number): bigint[] {
  const start = Number((data[at] ?? 0n) / 32n)
  const length = Number(data[start] ?? 0n)
  return data.slice(start + 1, start + 1 + Math.min(length, LIMIT))
}

/** By how much the balance of `holder` changed (below zero: it fell), measured before and after the transaction. */
export type Measured = { token: string; holder: string; amount: bigint }

const keyOf = ({ token = '', id }: { token?: string; id?: bigint }) => `${token}/${id ?? ''}`

/**
 * Sums up the effects for one account. A measured change replaces what the token's events say, because a token may
 * leave events out or invent them.
 */
export function summarise(effects: Effects, account: string, measured: readonly Measured[]): Simulation {
  const { status, reason, movements, allowances } = effects
  const own = account.toLowerCase()
  const changes = new Map<string, BalanceChange>()
  const receipts = new Map<string, SimulatedReceipt>()
  for (const { from, to, amount, ...asset } of movements) {
    const key = keyOf(asset)
    const change = changes.get(key) ?? { ...asset, amount: 0n }
    change.amount += (to === own ? amount : 0n) - (from === own ? amount : 0n)
    changes.set(key, change)
    const receipt = receipts.get(key + to) ?? { ...asset, holder: to, amount: 0n }
    receipt.amount += amount
    if (to !== own) receipts.set(key + to, receipt)
  }
  for (const { token, holder, amount } of measured) {
    const key = keyOf({ token })
    if (holder === own) changes.set(key, { token, amount })
    else receipts.set(key + holder, { token, holder, amount })
  }
  // A later allowance for the same spender replaces an earlier one. An allowance that Permit2 keeps and one that the
  // token keeps are two.
  const granted = new Map(
    allowances
      .filter(({ owner }) => owner === own)
      .map((each) => [`${keyOf(each)}${each.spender}${each.all}${each.isKept}`, each]),
  )
  return {
    status,
    ...(reason && { reason }),
    changes: [...changes.values()].filter(({ amount }) => amount !== 0n),
    receipts: [...receipts.values()],
    allowances: [...granted.values()].flatMap(({ owner: _owner, isKept: _kept, ...each }) =>
      each.amount > 0n ? [each] : [],
    ),
  }
}
