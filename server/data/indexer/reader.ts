/** Asks a node for what happened in a range of blocks to some accounts. */
import { numberToHex } from 'viem'
import { batchesOf } from '../batches.ts'
import type { DataNetwork } from '../network.ts'
import { SourceError } from '../source.ts'
import {
  type FoundLog,
  type Header,
  parseBlock,
  parseHeader,
  parseLogs,
  parseReceipt,
  parseSent,
  parseTraces,
  type Receipt,
  type Sent,
  type Trace,
  TRANSFER,
} from './answers.ts'
import { type Calls, createCalls, RefusedCall } from './calls.ts'

/** Block numbers; both blocks are in the range. */
export type Range = { from: number; to: number }

export type Reader = ReturnType<typeof createReader>

/** The most transactions that one step reads from several blocks, so that the step ends before its lease does. */
export const MOST_AT_ONCE = 2_000
/** Accounts in one filter. */
const AT_ONCE = 100
/**
 * The address 0x…01, which sends nothing: a filter for it has no results, and only shows whether the node has the
 * method.
 */
const NOBODY = `0x${'0'.repeat(39)}1`

export function createReader(network: DataNetwork) {
  const calls = createCalls(network)
  const { source, call, callAll } = calls
  const header = async (tag: number | 'latest') =>
    parseHeader(source, await call('eth_getBlockByNumber', [tag === 'latest' ? tag : numberToHex(tag), false]))
  const blocksOf = (numbers: readonly number[], isWhole: boolean) =>
    callAll(numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [numberToHex(number), isWhole] })))

  /** The newest block. */
  async function tip(): Promise<Header> {
    const block = await header('latest')
    if (!block) throw new SourceError(source, 'sent no block')
    return block
  }

  return {
    network,
    source,
    tip,
    /** Resolves with undefined if the node does not have the block. */
    header,
    logs: (range: Range, accounts: readonly string[]) => readLogs(calls, range, accounts),
    traces: (range: Range, accounts: readonly string[]) => readTraces(calls, range, accounts),
    /**
     * Whether the node has `trace_filter`, which finds calls inside of transactions.
     * @throws SourceError if the node's answer leaves that open
     */
    async hasTraces(): Promise<boolean> {
      const { number } = await tip()
      const filter = { ...ranged({ from: number, to: number }), fromAddress: [NOBODY] }
      return call('trace_filter', [filter]).then(Array.isArray, (error: unknown) => {
        if (error instanceof RefusedCall && error.isAbsent) return false
        throw error
      })
    },
    /** The transactions of each block of a range. */
    async blocks({ from, to }: Range): Promise<{ block: number; sent: Sent[] }[]> {
      const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at)
      const all = await blocksOf(numbers, true)
      return all.map((each, at) => ({ block: from + at, sent: parseBlock(source, each) }))
    },
    headers: async (numbers: readonly number[]): Promise<Header[]> =>
      (await blocksOf(numbers, false)).flatMap((each) => parseHeader(source, each) ?? []),
    /** Transactions with their receipts, in the order of the hashes. */
    async transactions(hashes: readonly string[]): Promise<{ sent: Sent; receipt: Receipt }[]> {
      const methods = ['eth_getTransactionByHash', 'eth_getTransactionReceipt']
      const all = await callAll(hashes.flatMap((hash) => methods.map((method) => ({ method, params: [hash] }))))
      return hashes.map((_, at) => ({
        sent: parseSent(source, all[at * 2]),
        receipt: parseReceipt(source, all[at * 2 + 1]),
      }))
    },
  }
}

const ranged = ({ from, to }: Range) => ({ fromBlock: numberToHex(from), toBlock: numberToHex(to) })

/**
 * The token transfers from and to the accounts. If the filter fails for a single block (nodes refuse a filter with too
 * many results), reads the transfers from the receipts of that block.
 */
async function readLogs(calls: Calls, range: Range, accounts: readonly string[]): Promise<FoundLog[]> {
  try {
    return await filteredLogs(calls, range, accounts)
  } catch (error) {
    if (!(error instanceof SourceError) || range.from < range.to) throw error
    const receipts = await calls.call('eth_getBlockReceipts', [numberToHex(range.to)])
    if (!Array.isArray(receipts)) throw error
    const own = new Set(accounts)
    return (receipts as unknown[])
      .map((each) => parseReceipt(calls.source, each))
      .flatMap(({ hash, block, transfers }) => transfers.map((transfer) => ({ hash, block, transfer })))
      .filter(({ transfer: { from, to } }) => own.has(from) || own.has(to))
  }
}

async function filteredLogs({ source, call }: Calls, range: Range, accounts: readonly string[]): Promise<FoundLog[]> {
  const found: FoundLog[] = []
  for (const some of batchesOf(accounts, AT_ONCE)) {
    const words = some.map((each) => `0x${each.slice(2).padStart(64, '0')}`)
    for (const topics of [
      [TRANSFER, words],
      [TRANSFER, null, words],
    ])
      found.push(...parseLogs(source, await call('eth_getLogs', [{ ...ranged(range), topics }])))
  }
  return found
}

/**
 * The transactions' own calls from and to the accounts (also failed ones), and, of each transaction that moves value
 * from or to an account by an inner call, all inner calls that move value, without those that failed.
 */
async function readTraces({ source, call, callAll }: Calls, range: Range, accounts: readonly string[]) {
  const found: Trace[] = []
  for (const some of batchesOf(accounts, AT_ONCE))
    for (const side of ['fromAddress', 'toAddress'])
      found.push(...parseTraces(source, await call('trace_filter', [{ ...ranged(range), [side]: some }])))
  // A call inside another one is undone if the outer one fails, and the filter's result may lack the outer one. So read
  // every call of the transactions in which a found inner call moves value.
  const inner = [...new Set(found.flatMap(({ hash, path, value }) => (path.length > 0 && value > 0n ? [hash] : [])))]
  if (inner.length > MOST_AT_ONCE && range.from < range.to)
    throw new SourceError(source, 'has more in these blocks than is read at once')
  const whole = await callAll(inner.map((hash) => ({ method: 'trace_transaction', params: [hash] })))
  const paid = whole.flatMap((each) => succeeded(parseTraces(source, each)))
  return [...found.filter(({ path }) => path.length === 0), ...paid.filter(({ path }) => path.length > 0)]
}

/** The calls of one transaction that move value, without failed calls and those inside of a failed call. */
function succeeded(traces: readonly Trace[]): Trace[] {
  const failed = traces.filter((each) => each.failed).map(({ path }) => path)
  const isInside = (path: readonly number[]) => failed.some((outer) => outer.every((place, at) => path[at] === place))
  return traces.filter(({ path, value, moves }) => moves && value > 0n && !isInside(path))
}
