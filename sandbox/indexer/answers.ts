/**
 * Parses blocks, receipts and traces from a node. All addresses and hashes get lower case, so that they can be
 * compared.
 */
import { isRecord } from './record.ts'

export type Log = { address: string; topics: string[]; data: string; transactionHash: string }
export type ReadTransaction = {
  hash: string
  from: string
  to: string | undefined
  value: bigint
  input: string
  nonce: number
}
export type Block = { hash: string; parentHash: string; number: number; at: number; transactions: ReadTransaction[] }
export type Receipt = { hash: string; succeeded: boolean; contract: string | undefined; logs: Log[] }
/** Native currency (in wei) that a call transferred: the transaction's own call, or one that a contract made. */
export type Moved = { hash: string; from: string; to: string; value: bigint }

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error('The node gave no text')
  return value.toLowerCase()
}
const amount = (value: unknown): bigint => BigInt(text(value))
const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const record = (value: unknown): Record<string, unknown> => {
  if (!isRecord(value)) throw new Error('The node gave no object')
  return value
}

/**
 * Parses a block with its transactions. Throws when the value is not a block, or when it has only the hashes of its
 * transactions.
 */
export function parseBlock(answer: unknown): Block {
  const block = record(answer)
  return {
    hash: text(block['hash']),
    parentHash: text(block['parentHash']),
    number: Number(amount(block['number'])),
    at: Number(amount(block['timestamp'])) * 1000,
    transactions: list(block['transactions']).map((each) => {
      const { hash, from, to, value, input, nonce } = record(each)
      return {
        hash: text(hash),
        from: text(from),
        to: typeof to === 'string' ? text(to) : undefined,
        value: amount(value),
        input: text(input),
        nonce: Number(amount(nonce)),
      }
    }),
  }
}

/**
 * Parses a block's receipts, by transaction hash. Empty when the value is not a list; throws when an entry is
 * malformed.
 */
export function parseReceipts(answer: unknown): Map<string, Receipt> {
  return new Map(
    list(answer).map((each) => {
      const { transactionHash, status, contractAddress, logs } = record(each)
      const receipt: Receipt = {
        hash: text(transactionHash),
        succeeded: status === '0x1',
        contract: typeof contractAddress === 'string' ? text(contractAddress) : undefined,
        logs: list(logs).map((log) => {
          const { address, topics, data, transactionHash: of } = record(log)
          return { address: text(address), topics: list(topics).map(text), data: text(data), transactionHash: text(of) }
        }),
      }
      return [receipt.hash, receipt]
    }),
  )
}

/**
 * The successful calls that transferred native currency, from a block's traces. Leaves out failed calls and every call
 * inside them.
 */
export function parseTraces(answer: unknown): Moved[] {
  const failed: { hash: string; path: string }[] = []
  return list(answer).flatMap((each) => {
    const { action: given, type, error, traceAddress, transactionHash } = record(each)
    const { callType, from, to, value } = record(given)
    const hash = text(transactionHash)
    const path = list(traceAddress)
      .map((at) => `${Number(at)}.`)
      .join('')
    if (typeof error === 'string') failed.push({ hash, path })
    if (failed.some((call) => call.hash === hash && path.startsWith(call.path))) return []
    if (type !== 'call' || callType !== 'call' || amount(value) === 0n) return []
    return [{ hash, from: text(from), to: text(to), value: amount(value) }]
  })
}
