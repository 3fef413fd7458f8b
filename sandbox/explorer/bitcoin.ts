/**
 * The contents of the explorer's pages for the Bitcoin chain, its transactions and its addresses. They come from the
 * chain's Esplora endpoints, which are called in this process, without HTTP. There are no pages for blocks.
 */
import { formatUnits } from 'viem'
import type { BitcoinChain } from '../bitcoin/chain.ts'
import { isRecord } from '../indexer/record.ts'
import { Refusal } from '../refusal.ts'
import { timeOf, toAddress, toTransaction } from './links.ts'
import { column, fact, type Sheet, type Table, type Value } from './sheet.ts'

const PAGE = 25
const btc = (satoshi: number) => `${formatUnits(BigInt(satoshi), 8)} BTC`

type Script = { value: number; scriptpubkey_address?: string; scriptpubkey_type: string }
type Transaction = {
  txid: string
  vin: { prevout: Script | null; is_coinbase: boolean }[]
  vout: Script[]
  fee: number
  status: { block_height: number; block_hash: string; block_time: number }
}
type Sums = { funded_txo_sum: number; spent_txo_sum: number; tx_count: number }

/** Calls one of the chain's endpoints in this process, without HTTP. */
async function read(chain: BitcoinChain, ...path: string[]): Promise<unknown> {
  const answer = await chain.answer('GET', path, Buffer.alloc(0))
  return 'json' in answer ? answer.json : String(answer.body)
}

const whose = ({ scriptpubkey_address: address, scriptpubkey_type: type }: Script): Value =>
  address === undefined ? type : toAddress(address)

export async function chainSheet(chain: BitcoinChain, name: string, caipNetworkId: string): Promise<Sheet> {
  const [height, hash] = await Promise.all([
    read(chain, 'blocks', 'tip', 'height'),
    read(chain, 'blocks', 'tip', 'hash'),
  ])
  return {
    title: name,
    note: 'The chain mines a block for each transaction. It has pages for transactions and addresses.',
    facts: [
      fact('chain', 'Network', caipNetworkId),
      fact('height', 'Newest block', String(height)),
      fact('hash', 'Its hash', String(hash)),
    ],
    tables: [],
  }
}

export async function transactionSheet(chain: BitcoinChain, txid: string): Promise<Sheet> {
  const { vin, vout, fee, status } = (await read(chain, 'tx', txid)) as Transaction
  const sides = (key: string, title: string, scripts: readonly Script[]): Table => ({
    key,
    title,
    columns: [column('address', 'Address'), column('value', 'Amount')],
    rows: scripts.map((script) => [whose(script), btc(script.value)]),
    empty: 'New coins of a block.',
  })
  return {
    title: 'Transaction',
    facts: [
      fact('txid', 'Id', txid),
      fact('status', 'Status', 'Confirmed'),
      fact('block', 'Block', String(status.block_height)),
      fact('time', 'Time', timeOf(status.block_time * 1000)),
      fact('fee', 'Network fee', btc(fee)),
    ],
    tables: [
      sides(
        'inputs',
        'From',
        vin.flatMap(({ prevout }) => prevout ?? []),
      ),
      sides('outputs', 'To', vout),
    ],
  }
}

export async function addressSheet(chain: BitcoinChain, address: string, page: number): Promise<Sheet> {
  const [summary, listed] = await Promise.all([read(chain, 'address', address), read(chain, 'address', address, 'txs')])
  if (!isRecord(summary) || !Array.isArray(listed)) throw new Refusal(404, 'address', 'The chain has no such address')
  const { funded_txo_sum: funded, spent_txo_sum: spent } = summary['chain_stats'] as Sums
  const all = listed as Transaction[]
  return {
    title: 'Address',
    facts: [
      fact('address', 'Address', address),
      fact('balance', 'Balance', btc(funded - spent)),
      fact('received', 'Received in all', btc(funded)),
    ],
    tables: [
      {
        key: 'transactions',
        title: 'Transactions',
        columns: [column('txid', 'Transaction'), column('time', 'Time'), column('fee', 'Network fee')],
        rows: all
          .slice((page - 1) * PAGE, page * PAGE)
          .map(({ txid, status, fee }) => [toTransaction(txid), timeOf(status.block_time * 1000), btc(fee)]),
        empty: 'This address has no transactions.',
      },
    ],
    ...(all.length > page * PAGE && { next: `page=${page + 1}` }),
  }
}
