/** The explorer's pages of an EVM chain, read from its node and from the indexer. */
import { formatEther, formatUnits, getAddress, numberToHex, type Hex } from 'viem'
import { readBalances, readMetadata, transferTopic } from '../balances.ts'
import { nativeCurrency } from '../chains.ts'
import { parseBlock as readBlock, parseReceipts, type Block, type Log } from '../indexer/answers.ts'
import { isRecord } from '../indexer/record.ts'
import type { Indexer } from '../indexer/index.ts'
import type { EvmNode } from '../node.ts'
import type { PriceBook } from '../prices.ts'
import { Refusal } from '../refusal.ts'
import { timeOf, toAddress, toBlock, toToken, toTransaction } from './links.ts'
import { column, fact, type Sheet, type Table, type Value } from './sheet.ts'

const PAGE = 25

export type EvmParts = { node: EvmNode; indexer: Indexer; prices: PriceBook }

const ether = (wei: bigint) => `${formatEther(wei)} ${nativeCurrency.symbol}`
const quantity = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value) ? BigInt(value) : undefined
const party = (address: string | undefined): Value =>
  address === undefined ? 'a new contract' : toAddress(getAddress(address))

/** One page of a chain's blocks, newest first: 25 blocks on each page. */
export async function chainSheet({ node }: EvmParts, page: number): Promise<Sheet> {
  const top = Number(quantity(await node.request('eth_blockNumber')) ?? 0n)
  const first = top - (page - 1) * PAGE
  const numbers = Array.from({ length: PAGE }, (_, at) => first - at).filter((number) => number >= 0)
  const outcomes = await node.batch(
    numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [numberToHex(number), true] })),
  )
  const blocks = outcomes.flatMap(({ result }) => (isRecord(result) ? [readBlock(result)] : []))
  return {
    title: node.name,
    facts: [fact('chain', 'Network', node.caipNetworkId), fact('height', 'Newest block', toBlock(String(top)))],
    tables: [
      {
        key: 'blocks',
        title: 'Blocks',
        columns: [column('number', 'Block'), column('time', 'Time'), column('transactions', 'Transactions')],
        rows: blocks.map(({ number, at, transactions }) => [
          toBlock(String(number)),
          timeOf(at),
          String(transactions.length),
        ]),
        empty: 'There are no older blocks.',
      },
    ],
    ...(first - PAGE >= 0 && { next: `page=${page + 1}` }),
  }
}

async function findBlock(node: EvmNode, block: number | Hex): Promise<Block> {
  const found =
    typeof block === 'number'
      ? await node.request('eth_getBlockByNumber', [numberToHex(block), true])
      : await node.request('eth_getBlockByHash', [block, true])
  if (!isRecord(found)) throw new Refusal(404, 'block', 'This chain has no such block')
  return readBlock(found)
}

export async function blockSheet({ node }: EvmParts, block: number | Hex): Promise<Sheet> {
  const { number, hash, parentHash, at, transactions } = await findBlock(node, block)
  return {
    title: `Block ${number}`,
    facts: [
      fact('hash', 'Hash', hash),
      fact('parent', 'Before it', number > 0 ? toBlock(parentHash) : '–'),
      fact('time', 'Time', timeOf(at)),
    ],
    tables: [
      {
        key: 'transactions',
        title: 'Transactions',
        columns: [column('hash', 'Transaction'), column('from', 'From'), column('to', 'To'), column('value', 'Amount')],
        rows: transactions.map((each) => [
          toTransaction(each.hash),
          party(each.from),
          party(each.to),
          ether(each.value),
        ]),
        empty: 'This block has no transactions.',
      },
    ],
  }
}

export async function transactionSheet({ node }: EvmParts, hash: string): Promise<Sheet> {
  const [found, receipt] = await Promise.all([
    node.request('eth_getTransactionByHash', [hash]),
    node.request('eth_getTransactionReceipt', [hash]),
  ])
  if (!isRecord(found)) throw new Refusal(404, 'hash', 'This chain has no such transaction')
  const mined = isRecord(receipt) ? receipt : undefined
  const { succeeded, contract, logs = [] } = parseReceipts(mined ? [mined] : []).get(hash) ?? {}
  const number = quantity(mined?.['blockNumber'])
  const at = number === undefined ? undefined : (await findBlock(node, Number(number))).at
  const fee = (quantity(mined?.['gasUsed']) ?? 0n) * (quantity(mined?.['effectiveGasPrice']) ?? 0n)
  const [from, to] = [found['from'], found['to']].map((each) => (typeof each === 'string' ? each : undefined))
  return {
    title: 'Transaction',
    facts: [
      fact('hash', 'Hash', hash),
      fact('status', 'Status', mined ? (succeeded ? 'Confirmed' : 'Failed') : 'Pending'),
      fact('block', 'Block', number === undefined ? '–' : toBlock(String(number))),
      fact('time', 'Time', at === undefined ? '–' : timeOf(at)),
      fact('from', 'From', party(from)),
      fact('to', 'To', party(to ?? contract)),
      fact('value', 'Amount', ether(quantity(found['value']) ?? 0n)),
      fact('fee', 'Network fee', mined ? ether(fee) : '–'),
      fact('nonce', 'Nonce', String(quantity(found['nonce']) ?? 0n)),
      fact('input', 'Data', typeof found['input'] === 'string' ? found['input'].slice(0, 2_050) : '0x'),
    ],
    tables: [await transferTable(node, logs)],
  }
}

/**
 * A table of the ERC-20 transfers in these logs, in their order. `mined` adds a column with each transfer's
 * transaction.
 */
async function transferTable(node: EvmNode, logs: readonly Log[], mined = false): Promise<Table> {
  const own = logs.filter(({ topics }) => topics[0] === transferTopic && topics.length === 3)
  const contracts = [...new Set(own.map(({ address }) => getAddress(address)))]
  const metadata = await readMetadata(node, contracts)
  const addressOf = (topic = '') => party(`0x${topic.slice(26)}`)
  return {
    key: 'transfers',
    title: 'Token transfers',
    columns: [
      ...(mined ? [column('hash', 'Transaction')] : []),
      column('token', 'Token'),
      column('from', 'From'),
      column('to', 'To'),
      column('amount', 'Amount'),
    ],
    rows: own.map(({ address, topics, data, transactionHash }) => {
      const token = getAddress(address)
      const { symbol = token, decimals = 0 } = metadata.get(token) ?? {}
      const amount = formatUnits(quantity(data) ?? 0n, decimals)
      const row = [toToken(token, symbol), addressOf(topics[1]), addressOf(topics[2]), `${amount} ${symbol}`]
      return mined ? [toTransaction(transactionHash), ...row] : row
    }),
    empty: 'No token was transferred.',
  }
}

export async function addressSheet(
  { node, indexer, prices }: EvmParts,
  address: string,
  cursor: string | null,
): Promise<Sheet> {
  const owner = getAddress(address)
  const chainId = node.caipNetworkId
  const [code, count, balances, history] = await Promise.all([
    node.request('eth_getCode', [owner, 'latest']),
    node.request('eth_getTransactionCount', [owner, 'latest']),
    readBalances(node, owner, prices),
    indexer.history(owner, { chainId, cursor }),
  ])
  const native = balances.find((each) => each.address === undefined)
  return {
    title: 'Address',
    facts: [
      fact('address', 'Address', owner),
      fact('kind', 'Kind', code === '0x' ? 'An account' : 'A contract'),
      fact('balance', 'Balance', `${native?.quantity.numeric ?? '0'} ${nativeCurrency.symbol}`),
      fact('sent', 'Transactions sent', String(quantity(count) ?? 0n)),
    ],
    tables: [
      {
        key: 'tokens',
        title: 'Tokens',
        columns: [column('token', 'Token'), column('amount', 'Amount')],
        rows: balances.flatMap(({ address: caip, symbol, quantity: held }): Value[][] => {
          const token = caip?.split(':').at(-1)
          return token === undefined ? [] : [[toToken(token, symbol), `${held.numeric} ${symbol}`]]
        }),
        empty: 'This address has no tokens.',
      },
      {
        key: 'transactions',
        title: 'Transactions',
        columns: [
          column('hash', 'Transaction'),
          column('time', 'Time'),
          column('kind', 'Kind'),
          column('status', 'Status'),
        ],
        rows: history.data.map(({ metadata: { hash, minedAt, operationType, status } }) => [
          toTransaction(hash),
          timeOf(Date.parse(minedAt)),
          operationType,
          status,
        ]),
        empty: 'This address has no transactions.',
      },
    ],
    ...(history.next !== null && { next: `cursor=${encodeURIComponent(history.next)}` }),
  }
}

/** How many of a token's transfers the token's page shows: the newest ones. */
const TRANSFERS = 50

export async function tokenSheet({ node }: EvmParts, address: string): Promise<Sheet> {
  const contract = getAddress(address)
  const about = (await readMetadata(node, [contract])).get(contract)
  if (!about) throw new Refusal(404, 'token', 'There is no token at this address')
  const filter = { address: contract, fromBlock: '0x0', toBlock: 'latest', topics: [transferTopic] }
  const [logs, supply] = await Promise.all([
    node.request('eth_getLogs', [filter]),
    // The selector of `totalSupply()` (EIP-20).
    node.request('eth_call', [{ to: contract, data: '0x18160ddd' }, 'latest']),
  ])
  const all = (Array.isArray(logs) ? (logs as Log[]) : []).slice(-TRANSFERS).reverse()
  return {
    title: `${about.name} (${about.symbol})`,
    facts: [
      fact('contract', 'Contract', toAddress(contract)),
      fact('decimals', 'Decimals', String(about.decimals)),
      fact('supply', 'Supply', `${formatUnits(quantity(supply) ?? 0n, about.decimals)} ${about.symbol}`),
    ],
    tables: [{ ...(await transferTable(node, all, true)), title: 'Newest transfers' }],
  }
}
