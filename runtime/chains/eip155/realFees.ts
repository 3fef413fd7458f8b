/** Adds fees to simulations: the fees that the real transaction would have in the next block. */
import { isRecord } from '../../lib/isRecord.ts'
import { parseQuantity, toHex } from './provider.ts'

type Ask = (method: string, params: unknown[]) => Promise<unknown>
type Call = { from: string; value?: string; gas?: string; gasPrice?: string }

/**
 * What a simulation's fees depend on: `price`, `base` and the sender's `balance` in wei, and the block's `gasLimit` in
 * gas. `base` is `undefined` on networks without a base fee.
 */
export type Terms = { price: bigint; base: bigint | undefined; gasLimit: bigint; balance: bigint }
/**
 * A simulation's calls with their fees. `overrides`: the block's base fee and, where needed, a raised balance of the
 * sender, for the block of `eth_simulateV1` or the options of `debug_traceCall`.
 */
export type Fees<C> = { calls: C[]; overrides: Record<string, unknown> }

/**
 * Asks the node for the price of gas, the newest block and the sender's balance, on which the fees depend. `undefined`
 * if the node does not answer, or if gas costs nothing on its network: the simulation then has no fees.
 */
export async function readTerms(ask: Ask, from: string): Promise<Terms | undefined> {
  const read = (method: string, ...params: unknown[]) => ask(method, params).catch(() => undefined)
  const [said, block, held] = await Promise.all([
    read('eth_gasPrice'),
    read('eth_getBlockByNumber', 'latest', false),
    read('eth_getBalance', from, 'latest'),
  ])
  const { baseFeePerGas, gasLimit: limit } = isRecord(block) ? block : {}
  const [base, gasLimit, balance] = [parseQuantity(baseFeePerGas), parseQuantity(limit), parseQuantity(held)]
  const asked = parseQuantity(said) ?? 0n
  // A transaction with a price below the base fee is in no block, so use the base fee if the node's price is lower.
  const price = base !== undefined && base > asked ? base : asked
  return price > 0n && gasLimit && balance !== undefined ? { price, base, gasLimit, balance } : undefined
}

/**
 * Adds the fees. Without them a node simulates at a price of 0, which a contract can read (GASPRICE, BASEFEE): the
 * contract could give the money back in the simulation, and keep it in the real transaction.
 *
 * With fees, the sender buys gas before each call: as much as the call names, else up to the block's limit. Often the
 * account's balance does not cover that, although it covers the real transaction, which uses less gas or whose fee a
 * paymaster pays. Only then the balance is raised, by exactly what the purchases can cost. A contract can read balances
 * too, but the purchase takes the raise out again before the call runs: in a single call, the contract sees what the
 * account holds without the fee, and no more than that can leave. Only a contract that knows the account's balance to
 * the wei could detect the simulation. If the balance were always raised, or by much more, any contract could detect
 * it.
 */
export function withFees<C extends Call>(calls: readonly C[], terms: Terms | undefined): Fees<C> {
  if (!terms) return { calls: [...calls], overrides: {} }
  const { price, base, gasLimit, balance } = terms
  const bought = calls.map((call) => parseQuantity(call.gas) ?? gasLimit)
  const gas = price * bought.reduce((sum, each) => sum + each, 0n)
  const spent = calls.reduce((sum, { value }) => sum + (parseQuantity(value) ?? 0n), 0n)
  const [sender] = calls
  return {
    calls: calls.map((call) => ({ ...call, gasPrice: toHex(price) })),
    overrides: {
      ...(base && { blockOverrides: { baseFeePerGas: toHex(base) } }),
      ...(sender && balance < spent + gas && { stateOverrides: { [sender.from]: { balance: toHex(balance + gas) } } }),
    },
  }
}
