/**
 * Parses a node's JSON-RPC results about blocks and transactions. Addresses and hashes are converted to lower case, so
 * that they can be compared. Most malformed entries are not skipped but throw a SourceError: the range is then read
 * again, while a skipped entry would be missing for good.
 */
import { addressOf, amountOf, countOf, type Fields, fieldsOf, hashOf } from '../shape.ts'
import { SourceError } from '../source.ts'

/** A block without its transactions. `at` is in seconds since 1970. */
export type Header = { number: number; hash: string; at: number }
export type Sent = { hash: string; from: string; to: string | undefined; value: bigint; input: string; nonce: number }
/** A `Transfer` event of a token (with `amount`) or of an NFT (with `id`). */
export type TransferLog = { contract: string; from: string; to: string } & ({ amount: bigint } | { id: bigint })
/** `place` is the transaction's index in its block. `contract` is the one that the transaction deployed. */
export type Receipt = {
  hash: string
  block: number
  place: number
  succeeded: boolean
  contract: string | undefined
  transfers: TransferLog[]
}
/**
 * A call, a contract creation or a self-destruction, with or without value. `path` is its place in the tree of calls
 * (`traceAddress`): empty for the transaction's own call, `[0, 2]` for the third call inside the first inner call.
 */
export type Trace = {
  hash: string
  block: number
  path: readonly number[]
  from: string
  to: string | undefined
  value: bigint
  failed: boolean
  moves: boolean
}
/** A token transfer, with the transaction that logged it. */
export type FoundLog = { hash: string; block: number; transfer: TransferLog }

/** keccak256 of `Transfer(address,address,uint256)` (EIP-20, EIP-721). */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

function whole<T>(source: string, what: string, value: T | undefined): T {
  if (value === undefined) throw new SourceError(source, `sent no ${what}`)
  return value
}

const listOf = (source: string, what: string, value: unknown): unknown[] =>
  whole(source, what, Array.isArray(value) ? (value as unknown[]) : undefined)

/**
 * Parses a block without its transactions.
 * @returns undefined if the node does not have the block
 */
export function parseHeader(source: string, value: unknown): Header | undefined {
  if (value === null) return undefined
  const fields = fieldsOf(value)
  return {
    number: whole(source, 'block', countOf(fields['number'])),
    hash: whole(source, 'block', hashOf(fields['hash'])),
    at: whole(source, 'block', countOf(fields['timestamp'])),
  }
}

/** The transactions of a block, which must have been requested with whole transactions and not only their hashes. */
export const parseBlock = (source: string, value: unknown): Sent[] =>
  listOf(source, 'block', fieldsOf(value)['transactions']).map((each) => parseSent(source, each))

export function parseSent(source: string, value: unknown): Sent {
  const { hash, from, to, value: wei, input, nonce } = fieldsOf(value)
  return {
    hash: whole(source, 'transaction', hashOf(hash)),
    from: whole(source, 'transaction', addressOf(from)),
    to: to === null || to === undefined ? undefined : whole(source, 'transaction', addressOf(to)),
    value: whole(source, 'transaction', amountOf(wei)),
    input: typeof input === 'string' ? input : '',
    nonce: countOf(nonce) ?? 0,
  }
}

export function parseReceipt(source: string, value: unknown): Receipt {
  const fields = fieldsOf(value)
  return {
    hash: whole(source, 'receipt', hashOf(fields['transactionHash'])),
    block: whole(source, 'receipt', countOf(fields['blockNumber'])),
    place: whole(source, 'receipt', countOf(fields['transactionIndex'])),
    // Receipts from before Ethereum's Byzantium upgrade have no status: count their transactions as successful.
    succeeded: fields['status'] !== '0x0',
    contract: addressOf(fields['contractAddress']),
    transfers: listOf(source, 'receipt', fields['logs']).flatMap((each) => transferOf(fieldsOf(each)) ?? []),
  }
}

/**
 * Parses a log as a transfer of a token or an NFT.
 * @returns undefined for a log that is no transfer: a contract may log anything
 */
function transferOf({ address, topics, data }: Fields): TransferLog | undefined {
  const [signature, from, to, id, more] = Array.isArray(topics) ? (topics as unknown[]) : []
  const contract = addressOf(address)
  if (signature !== TRANSFER || more !== undefined || contract === undefined) return undefined
  const [sender, receiver] = [inTopic(from), inTopic(to)]
  if (sender === undefined || receiver === undefined) return undefined
  const between = { contract, from: sender, to: receiver }
  if (id !== undefined) {
    const token = hashOf(id)
    return token === undefined ? undefined : { ...between, id: BigInt(token) }
  }
  const amount = hashOf(data)
  return amount === undefined ? undefined : { ...between, amount: BigInt(amount) }
}

const inTopic = (topic: unknown): string | undefined => {
  const word = hashOf(topic)
  return word !== undefined && /^0x0{24}/.test(word) ? `0x${word.slice(26)}` : undefined
}

export const parseLogs = (source: string, value: unknown): FoundLog[] =>
  listOf(source, 'logs', value).flatMap((each) => {
    const fields = fieldsOf(each)
    const transfer = transferOf(fields)
    // `removed`: a change of the chain (reorg) has taken this log out of it.
    if (!transfer || fields['removed'] === true) return []
    const hash = whole(source, 'log', hashOf(fields['transactionHash']))
    return [{ hash, block: whole(source, 'log', countOf(fields['blockNumber'])), transfer }]
  })

/**
 * Who gives native currency to whom in a trace, and how much; undefined for traces that are no call, such as block
 * rewards. `moves`: whether the trace moves its value; `delegatecall`, `callcode` and `staticcall` report the value of
 * the surrounding call.
 */
function movementOf({ type, action, result }: Record<string, unknown>) {
  const { callType, from, to, value, address, refundAddress, balance } = fieldsOf(action)
  if (type === 'call') return { from, to, value, moves: callType === 'call' }
  if (type === 'create') return { from, to: fieldsOf(result)['address'], value, moves: true }
  // A contract that destroys itself (`SELFDESTRUCT`) gives all of its native currency away.
  if (type === 'suicide') return { from: address, to: refundAddress, value: balance, moves: true }
  return undefined
}

/** The calls, contract creations and self-destructions that `trace_filter` or `trace_transaction` found. */
export const parseTraces = (source: string, value: unknown): Trace[] =>
  listOf(source, 'traces', value).flatMap((each) => {
    const fields = fieldsOf(each)
    const { error, traceAddress, transactionHash, blockNumber } = fields
    const movement = movementOf(fields)
    const hash = hashOf(transactionHash)
    const sender = addressOf(movement?.from)
    if (!movement || hash === undefined || sender === undefined) return []
    return [
      {
        hash,
        block: whole(source, 'trace', countOf(blockNumber)),
        path: listOf(source, 'trace', traceAddress).map((place) => whole(source, 'trace', countOf(place))),
        from: sender,
        to: addressOf(movement.to),
        value: amountOf(movement.value) ?? 0n,
        failed: typeof error === 'string',
        moves: movement.moves,
      },
    ]
  })
