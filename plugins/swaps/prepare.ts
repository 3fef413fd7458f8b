/** Builds and checks the wallet request while the visitor reads the review: quote, allowance, transaction, checks. */
import { encodeApproval } from './callData.ts'
import { type Checked, checkApproval, checkSwap, type Flag, type SwapOrder } from './check.ts'
import { SWAP_ERRORS, swapError } from './errors.ts'
import { plainText } from './amount.ts'
import type { BuiltTransaction } from './provider.ts'
import type { SwapQuotes } from './quotes.ts'
import { failsAs, type SwapParts, type SwapReads } from './reads.ts'
import { routersOf } from './routers.ts'
import type { SwapTransaction } from './state.ts'
import { contractOf, isSameAddress } from './tokens.ts'

/** A checked wallet request that matches the screen. */
export type Prepared = Checked & {
  order: SwapOrder
  kind: 'approve' | 'swap'
  /** The expected amount, in base units. */
  toAmount: bigint
  /** ms since 1970. */
  at: number
  /** Set for an approval. */
  spender?: string
  /** A transaction that resets the approval to zero first, for tokens that require it (USDT). */
  reset?: Checked['transaction']
}
export type SwapPreparing = ReturnType<typeof createPreparing>

/** ms for which a built request stays valid; needed because a page in the background does not rebuild it. */
const LIFETIME = 60_000

/** USDT on Ethereum: a non-zero approval must be reset to zero before it can change. Any token can copy the symbol. */
const RESET_TOKENS: readonly string[] = ['eip155:1:0xdac17f958d2ee523a2206206994597c13d831ec7']

const codeOf = (error: unknown): unknown => (Object(error) as { code?: unknown }).code

export function createPreparing(parts: SwapParts, quotes: SwapQuotes, reads: SwapReads) {
  const { kit, provider, options, state, checks, form } = parts
  let newest = 0
  let ready: Prepared | undefined
  let failed: unknown

  const described = (
    order: SwapOrder,
    built: BuiltTransaction,
    checked: Checked,
    toAmount: bigint,
  ): SwapTransaction => ({
    data: checked.transaction.data ?? '0x',
    to: checked.transaction.to,
    gas: built.gas,
    gasPrice: built.gasPrice,
    value: checked.transaction.value ?? 0n,
    toAmount: plainText({ value: toAmount, decimals: order.target.decimals }),
  })

  async function buildApproval(order: SwapOrder, allowance: bigint, toAmount: bigint) {
    const { source, target, caipAddress: userAddress, amount } = order
    const ask = { userAddress, from: source.address, to: target.address, amount }
    const built = await provider.buildApproval(ask).catch(failsAs('SWAP_APPROVAL'))
    const checked = checkApproval(order, built, amount, routersOf(order.chainId, options.routers))
    const reset = allowance > 0n && (await wantsReset(order, checked)) ? resetOf(order, checked.spender) : undefined
    const prepared: Prepared = { ...checked, order, kind: 'approve', toAmount, at: Date.now(), ...(reset && { reset }) }
    return { prepared, shown: described(order, built, checked, toAmount) }
  }
  const resetOf = (order: SwapOrder, spender: string) => ({
    to: contractOf(order.source),
    value: 0n,
    data: encodeApproval({ spender, amount: 0n }),
  })
  /** Some tokens revert an approval while another is set: estimate the call to find out. */
  const wantsReset = async ({ source }: SwapOrder, { transaction }: Checked) =>
    RESET_TOKENS.includes(source.address.toLowerCase()) || isRefused(transaction)

  /** The newest block's time in ms, because the visitor's clock may be wrong. */
  const chainTime = () =>
    kit.chain.request('eth_getBlockByNumber', ['latest', false]).then(
      (block) => Number((Object(block) as { timestamp?: unknown }).timestamp) * 1000 || Date.now(),
      () => Date.now(),
    )

  async function buildSwap(order: SwapOrder, quoted: bigint, spender?: string) {
    const { source, target, caipAddress: userAddress, amount, slippage } = order
    const ask = { amount, from: source.address, to: target.address, userAddress, slippage }
    const built = await provider.buildSwap(ask).catch(failsAs('SWAP_BUILD'))
    const routers = routersOf(order.chainId, options.routers)
    const facts = { quoted, routers, now: await chainTime(), ...(spender !== undefined && { spender }) }
    const checked = checkSwap(order, built, facts)
    const prepared: Prepared = { ...checked, order, kind: 'swap', at: Date.now() }
    return { prepared, shown: described(order, built, checked, checked.toAmount) }
  }

  /**
   * Builds the request again with the newest price. The screen shows the result, and `ready` returns it. A failure is
   * reported and blocks the review; the same failure in a row is reported once.
   */
  async function prepare(): Promise<void> {
    const mine = ++newest
    const isOurs = reads.current()
    const isCurrent = () => mine === newest && isOurs()
    const order = form.order()
    checks.preparing = order !== undefined && !checks.progress
    if (!order || checks.progress) return
    const before = checks.quoted
    try {
      const quoted = await quotes.readQuote(order)
      const allowance = await quotes.readAllowance(order)
      const isApproved = allowance >= order.amount
      const { prepared, shown } = isApproved
        ? await buildSwap(order, quoted)
        : await buildApproval(order, allowance, quoted)
      const mayFail = isApproved && (await isRefused(prepared.transaction))
      // The visitor confirmed the previous request meanwhile: keep it.
      if (!isCurrent() || checks.progress) return
      ready = prepared
      quotes.show(order, prepared.toAmount)
      Object.assign(state, {
        approvalTransaction: isApproved ? undefined : shown,
        swapTransaction: isApproved ? shown : undefined,
      })
      Object.assign(checks, { allowance, allowanceFailed: false, blocked: undefined, mayFail })
      // Flag any change of the displayed amount, even when the cause is a newer quote of our own.
      const hasMoved = before !== undefined && before !== prepared.toAmount && !prepared.flags.includes('moved')
      checks.flags = [...prepared.flags, ...(hasMoved ? (['moved'] as const) : [])] satisfies Flag[]
      quotes.reckon()
    } catch (error) {
      if (isCurrent()) refuse(error)
    } finally {
      if (mine === newest) checks.preparing = false
    }
  }

  /** Whether the node expects a revert. Used as a warning only: an estimate can be wrong in both directions. */
  const isRefused = (transaction: Checked['transaction']) =>
    kit.chain.estimateGas(transaction).then(
      () => false,
      (error: unknown) => codeOf(error) === 'TX_REVERTED',
    )

  function refuse(error: unknown) {
    ready = undefined
    const code = codeOf(error)
    if (checks.blocked !== undefined && code === failed) return
    failed = code
    checks.blocked = kit.report(error, 'SWAP_BUILD', SWAP_ERRORS).message
  }

  return {
    prepare,
    /** Builds the swap after an approval, with a new quote. Throws if the approval is too small. */
    afterApproval: async (order: SwapOrder, spender: string): Promise<Prepared> => {
      const quoted = await quotes.readQuote(order)
      const allowance = await quotes.readAllowance(order)
      if (allowance < order.amount) throw swapError('SWAP_APPROVED_LESS')
      return (await buildSwap(order, quoted, spender)).prepared
    },
    /** The prepared request, if it still matches the form and is recent. */
    ready: (): Prepared | undefined => {
      const order = form.order()
      const isSame =
        ready !== undefined &&
        order !== undefined &&
        ready.order.amount === order.amount &&
        ready.order.caipAddress === order.caipAddress &&
        isSameAddress(ready.order.source.address, order.source.address) &&
        isSameAddress(ready.order.target.address, order.target.address)
      return isSame && ready && Date.now() - ready.at < LIFETIME ? ready : undefined
    },
    forget: () => {
      newest++
      ready = undefined
      Object.assign(checks, { preparing: false, blocked: undefined, flags: [], mayFail: false })
    },
  }
}
