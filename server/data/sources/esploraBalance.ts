/** Divides a Bitcoin address's balance into `amount` and `unconfirmed` while some transactions are in no block yet. */
import { amountOf, countOf, fieldsOf } from '../shape.ts'
import type { BitcoinTransaction } from './esploraTransaction.ts'

/** The sums that an address has received and spent, in satoshi, and the number of its transactions. */
export type Sums = { funded: bigint; spent: bigint; count: number }

/** Parses `chain_stats` or `mempool_stats`; undefined for another shape. */
export function sumsOf(value: unknown): Sums | undefined {
  const { funded_txo_sum: received, spent_txo_sum: paid, tx_count: number } = fieldsOf(value)
  const [funded, spent, count] = [amountOf(received), amountOf(paid), countOf(number)]
  return funded === undefined || spent === undefined || count === undefined ? undefined : { funded, spent, count }
}

/**
 * The most unconfirmed transactions that are taken into account. Servers list 50, and comparing many more takes long.
 */
const MOST_LISTED = 200

export type Unsettled = {
  /** What the address has by its confirmed transactions. */
  settled: bigint
  /** The sums of its unconfirmed transactions. */
  pending: Sums
  transactions: readonly BitcoinTransaction[]
}

/**
 * Divides what an address has by the rule of Bitcoin Core (`getbalances`, "trusted" and "untrusted_pending"): what the
 * address spends is gone at once, and its own change counts at once. A payment of somebody else is `unconfirmed` until
 * it is in a block, because its sender can still replace it (BIP-125).
 *
 * If the server does not list all unconfirmed transactions, the change is not known either: `amount` is then the least
 * that the address has.
 */
export function spendable(
  account: string,
  { settled, pending, transactions }: Unsettled,
): { amount: bigint; unconfirmed: bigint } {
  const total = positive(settled + pending.funded - pending.spent)
  if (transactions.length < pending.count || transactions.length > MOST_LISTED) {
    const least = positive(settled - pending.spent)
    return { amount: least, unconfirmed: positive(total - least) }
  }
  const byId = new Map(transactions.map((each) => [each.txid, each]))
  const inputs = transactions.flatMap((each) => each.inputs)
  const own = inputs.filter(({ address, txid }) => address === account && !byId.has(txid))
  const taken = new Set(inputs.map(({ txid, vout }) => `${txid}:${vout}`))
  const change = ownOnes(account, byId).flatMap(({ txid, outputs }) =>
    outputs.filter(({ address }, vout) => address === account && !taken.has(`${txid}:${vout}`)),
  )
  const amount = positive(settled - sum(own) + sum(change))
  return { amount, unconfirmed: positive(total - amount) }
}

/**
 * The unconfirmed transactions whose inputs are all the account's own, and come from confirmed transactions or from
 * other transactions of this kind.
 */
function ownOnes(account: string, byId: ReadonlyMap<string, BitcoinTransaction>): BitcoinTransaction[] {
  const isPaid = ({ inputs }: BitcoinTransaction) =>
    inputs.length > 0 && inputs.every(({ address }) => address === account)
  let found = [...byId.values()].filter(isPaid)
  for (;;) {
    const known = new Set(found.map(({ txid }) => txid))
    const left = found.filter(({ inputs }) => inputs.every(({ txid }) => !byId.has(txid) || known.has(txid)))
    if (left.length === found.length) return left
    found = left
  }
}

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n)
const sum = (coins: readonly { value: bigint }[]): bigint => coins.reduce((all, { value }) => all + value, 0n)
