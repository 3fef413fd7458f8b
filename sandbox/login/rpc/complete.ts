/**
 * Completes a transaction before it is signed: its nonce, its gas and its fees. The node is asked only for these
 * figures, never for a whole transaction (`eth_fillTransaction`), which could name another chain or another fee.
 */
import type { Hex, TransactionSerializable } from 'viem'
import { Denied } from '../denied.ts'
import { clientOf, type EvmChain } from './chain.ts'
import type { Transaction } from './params.ts'

/** A parsed transaction without its sender. */
export type Asked = Omit<Transaction, 'from'>
/**
 * `left`: the wei that the fees of one request may still cost. `next`: the lowest nonce that the request's earlier
 * transactions have not used.
 */
export type Budget = { left: bigint; next?: number }

/** The highest fees, in wei, of a request whose fee was shown to the person as unknown. */
const MOST_UNKNOWN = 10n ** 17n

/**
 * The budget for the fees of one request.
 * @param most what was shown to the person as the highest fee, in wei; undefined if the fee was unknown
 */
export const budgetOf = (most: bigint | undefined): Budget => ({ left: most ?? MOST_UNKNOWN })

/** The error for a transaction whose fee would exceed the budget. @throws Denied always */
export const refuseFee = (): never => {
  throw new Denied('The network fee rose above the highest fee that was approved. Nothing was sent. Try again', 400)
}

/**
 * Fills in what a transaction lacks.
 * @returns the transaction to sign, always for `chain`. Its highest fee is subtracted from the budget.
 * @throws Denied if the network's price, or the request's own gas price, would exceed the budget
 */
export async function completed(
  chain: EvmChain,
  from: Hex,
  asked: Asked,
  budget: Budget,
): Promise<TransactionSerializable> {
  const client = clientOf(chain)
  const { to, data, value, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = asked
  const call = { to: to ?? null, value, ...(data && { data }) }
  const [counted, gas, { baseFeePerGas: base }] = await Promise.all([
    asked.nonce ?? client.getTransactionCount({ address: from, blockTag: 'pending' }),
    asked.gas ?? client.estimateGas({ account: from, ...call, nonce: asked.nonce }),
    client.getBlock({ blockTag: 'latest' }),
  ])
  // A node that is not up to date may not count the earlier transactions of this batch yet. With the nonce of one of
  // them, this transaction would replace it.
  const nonce = asked.nonce ?? Math.max(counted, budget.next ?? 0)
  budget.next = nonce + 1
  const common = { ...call, nonce, gas, chainId: chain.node.id }
  const most = gas > 0n ? budget.left / gas : 0n
  if (gasPrice !== undefined || (base === null && maxFeePerGas === undefined)) {
    const price = gasPrice ?? (await client.getGasPrice())
    if (price > most) refuseFee()
    budget.left -= gas * price
    return { ...common, type: 'legacy', gasPrice: price }
  }
  const tip = maxPriorityFeePerGas ?? (await client.estimateMaxPriorityFeePerGas())
  const wanted = maxFeePerGas ?? (base ?? 0n) * 2n + tip
  // A lower cap than the wanted one is enough while it covers the base fee.
  const cap = wanted < most ? wanted : most
  if (cap < wanted && cap < (base ?? 0n)) refuseFee()
  budget.left -= gas * cap
  return { ...common, type: 'eip1559', maxFeePerGas: cap, maxPriorityFeePerGas: tip < cap ? tip : cap }
}
