/** Values that follow from the quote and from the built request. These functions only read the state. */
import { amountOf, plainText } from 'walletkit/plugin'
import type { SwapTransaction } from './build.ts'
import { type Flag, flagsToConfirm } from './check.ts'
import * as fees from './fees.ts'
import { amount, isNative, nativeDecimals, networkPrice, priceOf } from './form.ts'
import { type ImpactLevel, impactLevel } from './impact.ts'
import type { SwapFacts } from './panel.ts'

/** The received amount as exact decimal text; `''` without a quote. */
export const toTokenAmount = ({ state: { quote, toToken } }: SwapFacts): string =>
  quote && toToken ? plainText({ value: quote.toAmount, decimals: toToken.decimals }) : ''

/** Both sides of the quote with their prices. */
function sidesOf(panel: SwapFacts): { paid: fees.Priced; received: fees.Priced } | undefined {
  const { sourceToken, toToken, sourceTokenAmount, quote } = panel.state
  if (!sourceToken || !toToken || !quote) return undefined
  return {
    paid: { amount: amountOf(sourceTokenAmount, sourceToken.decimals), price: priceOf(panel, sourceToken) },
    received: { amount: { value: quote.toAmount, decimals: toToken.decimals }, price: priceOf(panel, toToken) },
  }
}

/** Percent of the value that the swap loses; `undefined` without a quote or a price. */
export function priceImpact(panel: SwapFacts): number | undefined {
  const sides = sidesOf(panel)
  return sides && fees.priceImpact(sides.paid, sides.received)
}
export const impact = (panel: SwapFacts): ImpactLevel => impactLevel(priceImpact(panel), panel.options.allowHighImpact)

/** Maximum loss to slippage, in destination tokens. */
export function maxSlippage(panel: SwapFacts): number | undefined {
  const sides = sidesOf(panel)
  return sides && fees.maxSlippage(sides.received.amount, panel.options.slippage)
}
/** The provider's fee in source tokens, as exact decimal text; `undefined` without a quote. */
export const providerFee = ({ state: { quote, sourceTokenAmount }, options }: SwapFacts): string | undefined =>
  quote && fees.providerFee(sourceTokenAmount, options.providerFee)

/** USD for 150,000 units of gas; `undefined` without a gas price or a price of the native currency. */
export const gasPriceInUSD = (panel: SwapFacts): number | undefined =>
  panel.state.gasFee === undefined
    ? undefined
    : fees.gasPriceInUSD(panel.state.gasFee, networkPrice(panel), nativeDecimals(panel))

/**
 * Estimates the received amount from prices, to show until the quote arrives; `'0'` if a token, the amount or a price
 * is missing.
 */
export function estimate(panel: SwapFacts): string {
  const { sourceToken, toToken, sourceTokenAmount } = panel.state
  if (!sourceToken || !toToken || !amount(panel)) return '0'
  const paid = { amount: amountOf(sourceTokenAmount, sourceToken.decimals), price: priceOf(panel, sourceToken) }
  const received = { price: priceOf(panel, toToken), decimals: toToken.decimals }
  return fees.estimateOutput(paid, received, panel.options.providerFee)
}

/** Whether an approval is missing. */
export function needsApproval(panel: SwapFacts): boolean {
  const { sourceToken, quote } = panel.state
  return !isNative(panel, sourceToken) && quote?.allowance !== undefined && quote.allowance < (amount(panel) ?? 0n)
}

/** Why the built request needs the visitor's attention. */
export const flags = ({ state: { prepared } }: SwapFacts): readonly Flag[] => prepared?.flags ?? []
/** Whether the node expects the built swap to revert. */
export const mayFail = ({ state: { prepared } }: SwapFacts): boolean => prepared?.mayFail === true
/** Why the review is blocked, as text for the visitor. */
export const blocked = ({ state: { failure } }: SwapFacts): string | undefined =>
  failure?.of === 'review' ? failure.message : undefined

/** Whether the visitor must confirm the swap by typing. */
export const mustConfirm = (panel: SwapFacts): boolean =>
  ['confirm', 'unknown'].includes(impact(panel)) || flagsToConfirm(flags(panel)).length > 0

/**
 * The next wallet request as the public fields of a transaction; `undefined` while none is built, or if it is of
 * another kind.
 */
function transactionOf({ state: { prepared } }: SwapFacts, kind: 'approve' | 'swap'): SwapTransaction | undefined {
  if (prepared?.kind !== kind) return undefined
  const { transaction, gas, gasPrice, toAmount, order } = prepared
  const { data = '0x', to, value = 0n } = transaction
  return { data, to, gas, gasPrice, value, toAmount: plainText({ value: toAmount, decimals: order.target.decimals }) }
}
export const approvalTransaction = (panel: SwapFacts) => transactionOf(panel, 'approve')
export const swapTransaction = (panel: SwapFacts) => transactionOf(panel, 'swap')
