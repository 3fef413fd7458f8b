/** What a visitor chooses and types. Each change drops the quote and requests another. */
import { parseAmount, plainText } from 'walletkit/plugin'
import { toTokenAmount } from './figures.ts'
import { max } from './form.ts'
import type { SwapPanel } from './panel.ts'
import { changed, followMax, quote } from './quote.ts'
import { readToken } from './reads.ts'
import { findToken, isSameAddress, type SwapToken } from './tokens.ts'

export type Target = 'sourceToken' | 'toToken'
/** The parameters of the view `Swap`. */
export type Asked = { amount?: string; fromToken?: string; toToken?: string }

export function setAmount(panel: SwapPanel, text: string): void {
  Object.assign(panel.state, { sourceTokenAmount: text.trim(), isMax: false })
  changed(panel)
}

/**
 * Sets the amount to a percentage of the maximum, truncated to base units. At 100, the amount follows later changes
 * of the maximum.
 */
export function setShare(panel: SwapPanel, percent: 25 | 50 | 75 | 100): void {
  const { state } = panel
  const all = max(panel)
  state.isMax = percent === 100
  if (!all) return
  state.sourceTokenAmount = plainText({ ...all, value: (all.value * BigInt(percent)) / 100n })
  changed(panel)
}

/**
 * Selects the token to pay with (`sourceToken`) or to receive (`toToken`). If the other side has this token already,
 * exchanges the two tokens ({@link switchTokens}).
 */
export function setToken(panel: SwapPanel, target: Target, token: SwapToken): void {
  const { state } = panel
  const other = target === 'sourceToken' ? 'toToken' : 'sourceToken'
  if (isSameAddress(state[other]?.address, token.address)) return switchTokens(panel)
  state[target] = { ...token, quantity: { ...token.quantity } }
  state.gasUnits = undefined
  if (target === 'sourceToken') state.isMax = false
  inspect(panel, token)
  changed(panel)
}

/**
 * Exchanges the two tokens: the amount that would be received becomes the amount to pay. Without a quote, that amount
 * becomes 1. Does nothing without a token to receive.
 */
export function switchTokens(panel: SwapPanel): void {
  const { state } = panel
  const { sourceToken, toToken } = state
  if (!toToken) return
  const received = toTokenAmount(panel)
  Object.assign(state, { sourceToken: toToken, toToken: sourceToken, isMax: false, gasUnits: undefined })
  state.sourceTokenAmount = received === '' ? '1' : received
  inspect(panel, toToken)
  changed(panel)
}

/** Applies the view's parameters. Ignores tokens that are not in the list, and an invalid amount. */
export function preselect(panel: SwapPanel, { amount, fromToken, toToken }: Asked): void {
  const { state } = panel
  const source = findToken(state.tokens, fromToken)
  const target = findToken(state.tokens, toToken)
  if (source) state.sourceToken = { ...source }
  if (target && !isSameAddress(target.address, state.sourceToken?.address)) state.toToken = { ...target }
  if (source || amount !== undefined) state.isMax = false
  if (amount !== undefined && state.sourceToken && parseAmount(amount, state.sourceToken.decimals) !== undefined)
    state.sourceTokenAmount = amount
  for (const token of [state.sourceToken, state.toToken]) if (token) inspect(panel, token)
  void quote(panel)
}

const inspect = (panel: SwapPanel, token: SwapToken) => void readToken(panel, { ...token }).then(() => followMax(panel))
