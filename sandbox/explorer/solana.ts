/** The explorer's pages of the Solana chain. */
import { formatUnits } from 'viem'
import type { PriceBook } from '../prices.ts'
import { Refusal } from '../refusal.ts'
import { readSolanaBalances, solanaFacts } from '../solana/balances.ts'
import type { SolanaChain } from '../solana/chain.ts'
import { sentence } from '../solana/errors.ts'
import type { Entry } from '../solana/ledger.ts'
import { mintAt } from '../solana/present.ts'
import { timeOf, toAddress, toBlock, toToken, toTransaction } from './links.ts'
import { column, fact, type Sheet, type Table, type Value } from './sheet.ts'

const PAGE = 25
const sol = (lamports: bigint) => `${formatUnits(lamports, 9)} SOL`
const statusOf = ({ error }: Entry) => (error === null ? 'Confirmed' : `Failed: ${sentence(error)}`)

const transactions = (entries: readonly Entry[], title = 'Transactions'): Table => ({
  key: 'transactions',
  title,
  columns: [
    column('signature', 'Transaction'),
    column('time', 'Time'),
    column('slot', 'Slot'),
    column('status', 'Status'),
  ],
  rows: entries.map((entry) => [
    toTransaction(entry.signature),
    timeOf(entry.time * 1000),
    toBlock(String(entry.slot)),
    statusOf(entry),
  ]),
  empty: 'There are no transactions.',
})

export function chainSheet({ ledger, caipNetworkId, name }: SolanaChain, page: number): Sheet {
  const chain = ledger()
  const all = chain.newest(chain.count()).reverse()
  return {
    title: name,
    facts: [fact('chain', 'Network', caipNetworkId), fact('slot', 'Slot', String(chain.clock.now()))],
    tables: [transactions(all.slice((page - 1) * PAGE, page * PAGE))],
    ...(all.length > page * PAGE && { next: `page=${page + 1}` }),
  }
}

export function slotSheet({ ledger }: SolanaChain, slot: number): Sheet {
  const chain = ledger()
  if (slot > chain.clock.now()) throw new Refusal(404, 'block', 'This chain has no such slot yet')
  const own = chain.newest(chain.count()).filter((entry) => entry.slot === slot)
  return { title: `Slot ${slot}`, facts: [], tables: [transactions(own)] }
}

export function transactionSheet({ ledger }: SolanaChain, signature: string): Sheet {
  const entry = ledger().find(signature)
  if (!entry) throw new Refusal(404, 'hash', 'This chain has no such transaction')
  const moved = entry.changes.flatMap(({ address, before, after }): Value[][] => {
    const change = (after?.lamports ?? 0n) - (before?.lamports ?? 0n)
    return change === 0n ? [] : [[toAddress(address), `${change > 0n ? '+' : ''}${sol(change)}`]]
  })
  return {
    title: 'Transaction',
    facts: [
      fact('signature', 'Signature', signature),
      fact('status', 'Status', statusOf(entry)),
      fact('slot', 'Slot', toBlock(String(entry.slot))),
      fact('time', 'Time', timeOf(entry.time * 1000)),
      fact('payer', 'Paid by', toAddress(entry.changes[0]?.address)),
      fact('fee', 'Network fee', sol(BigInt(entry.fee))),
    ],
    tables: [
      {
        key: 'changes',
        title: 'Changes of balance',
        columns: [column('address', 'Address'), column('change', 'Change')],
        rows: moved,
        empty: 'No balance of SOL changed.',
      },
    ],
  }
}

export function addressSheet(chain: SolanaChain, address: string, prices: PriceBook, page: number): Sheet {
  const ledger = chain.ledger()
  const all = ledger.touching(address)
  const tokens = readSolanaBalances(chain, address, prices).filter((each) => each.address !== undefined)
  return {
    title: 'Address',
    facts: [
      fact('address', 'Address', address),
      fact('balance', 'Balance', sol(ledger.account(address)?.lamports ?? 0n)),
    ],
    tables: [
      {
        key: 'tokens',
        title: 'Tokens',
        columns: [column('token', 'Token'), column('amount', 'Amount')],
        rows: tokens.map(({ address: caip, symbol, quantity }) => {
          const mint = caip?.split(':').at(-1)
          return [toToken(mint, symbol || mint), `${quantity.numeric} ${symbol}`.trim()]
        }),
        empty: 'This address has no tokens.',
      },
      transactions(all.slice((page - 1) * PAGE, page * PAGE)),
    ],
    ...(all.length > page * PAGE && { next: `page=${page + 1}` }),
  }
}

export function tokenSheet({ ledger }: SolanaChain, address: string): Sheet {
  const mint = mintAt(ledger(), address)
  if (!mint) throw new Refusal(404, 'token', 'There is no token at this address')
  const { name, symbol } = solanaFacts(address, mint.decimals)
  return {
    title: symbol ? `${name} (${symbol})` : 'Token',
    facts: [
      fact('mint', 'Mint', toAddress(address)),
      fact('decimals', 'Decimals', String(mint.decimals)),
      fact('supply', 'Supply', `${formatUnits(mint.supply, mint.decimals)} ${symbol}`.trim()),
    ],
    tables: [],
  }
}
