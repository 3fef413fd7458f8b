/**
 * Builds a wallet request for an order: an approval if one is missing (with the swap, if the wallet takes both in one
 * batch), else the swap. `check.ts` checks each.
 */
import { encodeApproval } from './callData.ts'
import { checkApproval, type Checked, checkSwap, type SwapOrder } from './check.ts'
import { failsAs, swapError } from './errors.ts'
import type { SwapPanel } from './panel.ts'
import { readAllowance, readQuote } from './quote.ts'
import { routersOf } from './routers.ts'
import { contractOf, isSameAddress, type SwapToken } from './tokens.ts'

/** A checked wallet request that matches the screen. */
export type Prepared = Checked & {
  order: SwapOrder
  kind: 'approve' | 'swap'
  /** How much of the target token is expected to arrive, in base units. */
  toAmount: bigint
  /** When this was built, in ms since 1970. */
  at: number
  /** What the router may take now, in base units. `gas` (units) and `gasPrice` (wei): the swap service's estimates. */
  allowance: bigint
  gas: bigint | undefined
  gasPrice: bigint | undefined
  mayFail: boolean
  /** The contract that the approval allows to take the tokens; absent for a swap. */
  spender?: string
  /** A transaction that resets the approval to zero first, for tokens that require it (USDT). */
  reset?: Checked['transaction']
  /** The swap, if the wallet can take it in one batch with the approval. */
  together?: Checked['transaction']
}

/**
 * The transactions that the wallet is asked for, in order; as a batch, all at once. Without a batch, the swap after an
 * approval is not among them, because it is built later.
 */
export const requestsOf = ({ reset, transaction, together, kind }: Prepared) => [
  ...(reset ? [{ key: 'reset' as const, transaction: reset }] : []),
  { key: kind, transaction },
  ...(together ? [{ key: 'swap' as const, transaction: together }] : []),
]

/** The public fields of a transaction; amounts in base units, `toAmount` is decimal text. */
export type SwapTransaction = {
  data: string
  to: string
  gas: bigint | undefined
  gasPrice: bigint | undefined
  value: bigint
  toAmount: string
}

/** USDT on Ethereum reverts a change of a non-zero approval unless it is reset to zero first. */
const RESET_TOKENS: readonly string[] = ['eip155:1:0xdac17f958d2ee523a2206206994597c13d831ec7']

/** Requests a new quote and builds what comes first: the missing approval, or the swap. Throws at the first fault. */
export async function build(panel: SwapPanel, order: SwapOrder): Promise<Prepared> {
  await confirmDecimals(panel, order)
  const quoted = await readQuote(panel, order)
  const allowance = await readAllowance(panel, order)
  if (allowance < order.amount) {
    const [approval, mayBatch] = await Promise.all([
      buildApproval(panel, order, allowance, quoted),
      panel.kit.chain.canBatch(),
    ])
    return mayBatch ? withSwap(panel, approval) : approval
  }
  const prepared = await buildSwap(panel, order, quoted, allowance)
  return { ...prepared, mayFail: await isRefused(panel, prepared.transaction) }
}

/**
 * Throws `SWAP_DECIMALS` unless the chain (for the native currency, the network's entry) confirms the decimals of both
 * tokens: with wrong ones, the amount on the screen is not the amount in the request. An unreachable node blocks the
 * swap until the review builds the request again.
 */
async function confirmDecimals({ kit }: SwapPanel, { source, target }: SwapOrder) {
  const native = kit.nativeToken()
  const confirm = async (token: SwapToken) => {
    const decimals = isSameAddress(token.address, native)
      ? kit.network()?.nativeCurrency.decimals
      : (await kit.chain.getToken(contractOf(token)).catch(failsAs('SWAP_DECIMALS'))).decimals
    if (decimals !== token.decimals) throw swapError('SWAP_DECIMALS')
  }
  await Promise.all([confirm(source), confirm(target)])
}

async function buildApproval(
  panel: SwapPanel,
  order: SwapOrder,
  allowance: bigint,
  toAmount: bigint,
): Promise<Prepared> {
  const { provider, options } = panel
  const { source, target, caipAddress: userAddress, amount } = order
  const ask = { userAddress, from: source.address, to: target.address, amount }
  const { gas, gasPrice, ...built } = await provider.buildApproval(ask).catch(failsAs('SWAP_APPROVAL'))
  const checked = checkApproval(order, built, amount, routersOf(order.chainId, options.routers))
  const isReset = allowance > 0n && (await wantsReset(panel, order, checked))
  const about = { order, toAmount, allowance, gas, gasPrice, mayFail: false, at: Date.now() }
  return { ...checked, ...about, kind: 'approve', ...(isReset && { reset: resetOf(order, checked.spender) }) }
}

/**
 * Adds the swap that goes into one batch with its approval. If the service builds no swap before the approval is in a
 * block (`SWAP_BUILD`), returns the approval alone.
 */
async function withSwap(panel: SwapPanel, approval: Prepared): Promise<Prepared> {
  const { order, toAmount: quoted, allowance, spender, flags } = approval
  const swap = await buildSwap(panel, order, quoted, allowance, spender).catch((error: unknown) => {
    if ((Object(error) as { code?: unknown }).code !== 'SWAP_BUILD') throw error
  })
  if (!swap) return approval
  const { transaction: together, toAmount } = swap
  return { ...approval, together, toAmount, flags: [...new Set([...flags, ...swap.flags])], at: Date.now() }
}

const resetOf = (order: SwapOrder, spender: string) => ({
  to: contractOf(order.source),
  value: 0n,
  data: encodeApproval({ spender, amount: 0n }),
})
/** Whether the token reverts an approval while another is set. For tokens not listed, an estimate of the call tells. */
const wantsReset = async (panel: SwapPanel, { source }: SwapOrder, { transaction }: Checked) =>
  RESET_TOKENS.includes(source.address.toLowerCase()) || isRefused(panel, transaction)

/** Builds the swap. `spender` is the approved contract, if there was an approval. */
export async function buildSwap(
  panel: SwapPanel,
  order: SwapOrder,
  quoted: bigint,
  allowance: bigint,
  spender?: string,
): Promise<Prepared> {
  const { provider, options } = panel
  const { source, target, caipAddress: userAddress, amount, slippage } = order
  const ask = { amount, from: source.address, to: target.address, userAddress, slippage }
  const { gas, gasPrice, ...built } = await provider.buildSwap(ask).catch(failsAs('SWAP_BUILD'))
  const routers = routersOf(order.chainId, options.routers)
  const facts = { quoted, routers, now: await chainTime(panel), ...(spender !== undefined && { spender }) }
  const checked = checkSwap(order, built, facts)
  return { ...checked, order, kind: 'swap', allowance, gas, gasPrice, mayFail: false, at: Date.now() }
}

/** The newest block's time in ms, because the visitor's clock may be wrong; that clock if the node does not answer. */
const chainTime = ({ kit }: SwapPanel) =>
  kit.chain.request('eth_getBlockByNumber', ['latest', false]).then(
    (block) => Number((Object(block) as { timestamp?: unknown }).timestamp) * 1000 || Date.now(),
    () => Date.now(),
  )

/** Whether the node expects a revert. `true` only leads to a warning or a reset, because an estimate can be wrong. */
const isRefused = ({ kit }: SwapPanel, transaction: Checked['transaction']) =>
  kit.chain.estimateGas(transaction).then(
    () => false,
    (error: unknown) => (Object(error) as { code?: unknown }).code === 'TX_REVERTED',
  )
