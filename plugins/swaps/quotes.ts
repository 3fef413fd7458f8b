/** Requests quotes for the form after a debounce, uses only the newest, and calculates the figures. */
import { amountOf, plainText } from './amount.ts'
import { checkQuote, type SwapOrder } from './check.ts'
import { SWAP_ERRORS, swapError } from './errors.ts'
import { maxSlippage, priceImpact, providerFee } from './fees.ts'
import { swapsMessages } from './messages.ts'
import { failsAs, type SwapParts, type SwapReads } from './reads.ts'

/** ms without a change before a quote is requested. */
export const QUOTE_DEBOUNCE = 200

export type SwapQuotes = ReturnType<typeof createQuotes>

export function createQuotes({ kit, provider, state, checks, form }: SwapParts, reads: SwapReads) {
  let newest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  kit.signal.addEventListener('abort', () => clearTimeout(timer))

  const blankQuote = () => {
    Object.assign(checks, { quoted: undefined, allowance: undefined, amountError: undefined, fetchError: false })
    Object.assign(state, { toTokenAmount: '', priceImpact: undefined, maxSlippage: undefined, providerFee: undefined })
    Object.assign(state, { approvalTransaction: undefined, swapTransaction: undefined })
  }

  /** Shows the received amount and recalculates the figures. */
  function show(order: SwapOrder, toAmount: bigint) {
    const received = { value: toAmount, decimals: order.target.decimals }
    checks.quoted = toAmount
    state.toTokenAmount = plainText(received)
    reckon()
  }

  /** Calculates price impact, slippage and fee, and whether the account can pay. */
  function reckon() {
    const { sourceToken, toToken, sourceTokenAmount, slippage } = state
    const paid = form.amount() ?? 0n
    state.inputError =
      paid > 0n && form.isInsufficient()
        ? kit.text('swaps.insufficient', swapsMessages['swaps.insufficient'])
        : undefined
    if (!sourceToken || !toToken || checks.quoted === undefined) return
    const received = { value: checks.quoted, decimals: toToken.decimals }
    state.maxSlippage = maxSlippage(received, slippage)
    state.providerFee = providerFee(sourceTokenAmount)
    state.priceImpact = priceImpact(
      { amount: amountOf(sourceTokenAmount, sourceToken.decimals), price: form.priceOf(sourceToken) },
      { amount: received, price: form.priceOf(toToken) },
    )
  }
  reads.onFacts(reckon)

  /** Requests a quote and checks it against the order. Throws `SWAP_AMOUNT` if nothing would arrive. */
  async function readQuote(order: SwapOrder): Promise<bigint> {
    const { amount, account: userAddress, source, target } = order
    const gasPrice = state.gasFee === '' ? 0n : BigInt(state.gasFee)
    const ask = { amount, userAddress, from: source.address, to: target.address, gasPrice }
    const quote = await provider.quote(ask).catch(failsAs('SWAP_QUOTE'))
    if (!quote) throw swapError('SWAP_AMOUNT')
    checkQuote(order, quote)
    return quote.toAmount
  }

  /** The amount that the exchange may already spend. The native currency needs no approval. */
  async function readAllowance(order: SwapOrder): Promise<bigint> {
    if (order.isNative) return order.amount
    return provider
      .allowance({
        tokenAddress: order.source.address,
        userAddress: order.caipAddress,
        sourceTokenAmount: plainText({ value: order.amount, decimals: order.source.decimals }),
        sourceTokenDecimals: order.source.decimals,
      })
      .catch(failsAs('SWAP_ALLOWANCE'))
  }

  /** Requests a quote for the form. Drops its response if a newer request started meanwhile. */
  async function quote(): Promise<void> {
    clearTimeout(timer)
    const mine = ++newest
    const isOurs = reads.current()
    const isCurrent = () => mine === newest && isOurs()
    const order = form.order()
    if (!order) {
      blankQuote()
      checks.quoting = false
      return reckon()
    }
    checks.quoting = true
    try {
      const toAmount = await readQuote(order)
      if (!isCurrent()) return
      Object.assign(checks, { quoting: false, fetchError: false, amountError: undefined })
      show(order, toAmount)
    } catch (error) {
      if (!isCurrent()) return
      blankQuote()
      reckon()
      checks.quoting = false
      const { code, message } = kit.report(error, 'SWAP_QUOTE', SWAP_ERRORS)
      if (code === 'SWAP_AMOUNT') checks.amountError = message
      else checks.fetchError = true
      return
    }
    if (state.inputError === undefined) await checkAllowance(order, isCurrent)
  }

  /** Reports a failure once, not again with every retry. */
  async function checkAllowance(order: SwapOrder, isCurrent: () => boolean) {
    try {
      const allowance = await readAllowance(order)
      if (isCurrent()) Object.assign(checks, { allowance, allowanceFailed: false })
    } catch (error) {
      if (!isCurrent()) return
      checks.allowance = undefined
      if (!checks.allowanceFailed) kit.report(error, 'SWAP_ALLOWANCE', SWAP_ERRORS)
      checks.allowanceFailed = true
    }
  }

  return {
    quote,
    readQuote,
    readAllowance,
    show,
    reckon,
    /** The form changed: drops the quote, and requests another after the debounce. */
    soon: () => {
      newest++
      blankQuote()
      clearTimeout(timer)
      checks.quoting = form.order() !== undefined
      reckon()
      timer = setTimeout(() => void quote(), QUOTE_DEBOUNCE)
    },
    stop: () => {
      newest++
      clearTimeout(timer)
      checks.quoting = false
    },
  }
}
