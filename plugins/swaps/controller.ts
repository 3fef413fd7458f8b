/** The swap panel: its state and the actions of its screens. */
import { type PluginKit, proxy } from 'walletkit/plugin'
import { amountOf, parseAmount, plainText } from './amount.ts'
import type createApiProvider from './api.ts'
import { isSwapChain } from './chains.ts'
import { SWAP_ERRORS } from './errors.ts'
import { estimateOutput } from './fees.ts'
import { followPending } from './follow.ts'
import { createForm } from './form.ts'
import { readOptions } from './options.ts'
import { createPreparing } from './prepare.ts'
import { createQuotes } from './quotes.ts'
import { createReads } from './reads.ts'
import { createRun } from './run.ts'
import { blankChecks, blankSwap } from './state.ts'
import { findToken, isSameAddress, type SwapToken } from './tokens.ts'

/** ms between refreshes of prices, balances and quote while a screen of the panel is open. */
export const REFRESH = 10_000

export type SwapController = ReturnType<typeof createSwapController>
type Api = ReturnType<typeof createApiProvider> | undefined
type Target = 'sourceToken' | 'toToken'

export default function createSwapController({
  kit,
  api,
  options: given,
}: {
  kit: PluginKit
  api: Api
  options: unknown
}) {
  const options = readOptions(given)
  const state = proxy(blankSwap(options.slippage))
  const checks = proxy(blankChecks())
  const form = createForm(kit, state, checks, options)
  const provider = options.provider ?? api?.(kit.projectId)
  const parts = provider && { kit, provider, options, state, checks, form }
  const reads = parts && createReads(parts)
  const quotes = parts && reads && createQuotes(parts, reads)
  const preparing = parts && reads && quotes && createPreparing(parts, quotes, reads)
  const run =
    quotes &&
    preparing &&
    createRun({
      kit,
      checks,
      preparing,
      isSmart: form.isSmart,
      done: () => {
        resetState()
        if (screens > 0) kit.reset('Account')
      },
      failed: () => void quotes.quote(),
    })
  let screens = 0
  let reviews = 0
  let inside = false
  let timer: ReturnType<typeof setInterval> | undefined
  let wanted: { amount?: string; fromToken?: string; toToken?: string } = {}

  const isServed = () => provider !== undefined && isSwapChain(kit.network()?.caipNetworkId, options.chains)

  /** Sets every default. Does not cancel a pending wallet request. */
  function resetState() {
    const { progress } = checks
    quotes?.stop()
    preparing?.forget()
    reads?.forget()
    Object.assign(state, blankSwap(options.slippage))
    Object.assign(checks, blankChecks(), { progress })
  }

  let last = kit.account().caipAddress
  const stop = kit.onChange(() => {
    const now = kit.account().caipAddress
    if (now === last) return
    last = now
    resetState()
    if (screens > 0) void load()
  })

  /** Loads what an opening screen needs. If that fails, goes back. */
  async function load() {
    if (!reads || !isServed() || !kit.account().address || checks.initialising) return
    if (checks.initialised) return void tick()
    const isCurrent = reads.current()
    try {
      await reads.initialise()
      if (isCurrent()) preselect()
    } catch (error) {
      kit.report(error, 'SWAP_INIT', SWAP_ERRORS)
      if (screens > 0) kit.back()
    }
  }

  /** Applies the view's parameters. Ignores tokens that are not in the list. */
  function preselect() {
    const { amount, fromToken, toToken } = wanted
    wanted = {}
    const source = findToken(state.tokens, fromToken)
    const target = findToken(state.tokens, toToken)
    if (source) state.sourceToken = { ...source }
    if (target && !isSameAddress(target.address, state.sourceToken?.address)) state.toToken = { ...target }
    if (amount !== undefined && state.sourceToken && parseAmount(amount, state.sourceToken.decimals) !== undefined)
      state.sourceTokenAmount = amount
    for (const token of [state.sourceToken, state.toToken]) if (token) inspect(token)
    void quotes?.quote()
  }
  const inspect = (token: SwapToken) => void reads?.inspect({ ...token }).then(followMax)

  async function tick() {
    if (!reads || checks.progress || globalThis.document?.visibilityState === 'hidden') return
    if (reviews > 0) return preparing?.prepare()
    await Promise.all([reads.refresh(), checks.quoting ? undefined : quotes?.quote()])
    followMax()
  }

  /** A screen of the panel opened. Call the returned function when it closes. */
  function enter(isReview = false): () => void {
    if (isReview) {
      reviews++
      quotes?.stop()
    }
    if (++screens === 1) timer = setInterval(() => void tick(), REFRESH)
    void load()
    return () => {
      if (isReview) reviews--
      if (--screens === 0) clearInterval(timer)
    }
  }
  kit.signal.addEventListener('abort', () => clearInterval(timer))

  /** After the visitor pressed Max, updates the amount when the balance or the gas price changes. */
  function followMax() {
    const all = checks.isMax ? form.maxText() : undefined
    if (all === undefined || all === state.sourceTokenAmount) return
    state.sourceTokenAmount = all
    quotes?.soon()
  }

  function setToken(target: Target, token: SwapToken) {
    const other = target === 'sourceToken' ? 'toToken' : 'sourceToken'
    if (isSameAddress(state[other]?.address, token.address)) return switchTokens()
    state[target] = { ...token, quantity: { ...token.quantity } }
    if (target === 'sourceToken') checks.isMax = false
    inspect(token)
    quotes?.soon()
  }

  /** Exchanges the two tokens: the received amount becomes the paid amount. Without a quote, the amount becomes 1. */
  function switchTokens() {
    const { sourceToken, toToken, toTokenAmount } = state
    if (!toToken) return
    Object.assign(state, { sourceToken: toToken, toToken: sourceToken })
    checks.isMax = false
    state.sourceTokenAmount = toTokenAmount === '' ? '1' : toTokenAmount
    void reads?.inspect({ ...toToken })
    quotes?.soon()
  }

  /** Whether the wallet request may start. `confirmed`: the visitor typed the confirmation. */
  const mayStart = (confirmed = false): boolean =>
    !checks.progress &&
    checks.blocked === undefined &&
    state.inputError === undefined &&
    preparing?.ready() !== undefined &&
    form.impact() !== 'block' &&
    (confirmed || !form.mustConfirm())

  /** Whether the review may open. Allows it while a quote is being refreshed, because the review requests its own. */
  const mayReview = (): boolean => form.label() === 'review' && checks.quoted !== undefined && form.impact() !== 'block'

  followPending(kit)

  return {
    state,
    checks,
    form,
    options,
    /** `false` if the site configured no service for quotes. */
    isSetUp: provider !== undefined,
    isServed,
    reset: resetState,
    enter,
    load,

    /** Fetches the panel's initial data. Throws 'Network not supported for Swaps' on an unsupported network. */
    initialise: async () => reads?.initialise(),

    /** Sends the event once per visit; returning from the token list is not a new visit. */
    opened: (asked: { amount?: string; fromToken?: string; toToken?: string } = {}) => {
      if (!inside && !checks.progress) {
        const network = kit.network()?.caipNetworkId ?? ''
        kit.track('OPEN_SWAP', { isSmartAccount: form.isSmart(), network })
        wanted = asked
        if (checks.initialised) preselect()
      }
      inside = false
    },
    pickToken: (target: Target) => {
      inside = true
      kit.track('CLICK_SELECT_TOKEN_TO_SWAP')
      kit.push('SwapSelectToken', { target })
    },
    pickNetwork: () => {
      kit.track('CLICK_SELECT_NETWORK_TO_SWAP')
      kit.push('Networks')
    },
    setToken,
    switchTokens,
    setAmount: (text: string) => {
      state.sourceTokenAmount = text.trim()
      checks.isMax = false
      quotes?.soon()
    },
    /** Sets the amount to a percentage of the maximum, truncated to base units. 100 keeps following the balance. */
    setShare: (percent: 25 | 50 | 75 | 100) => {
      const all = form.max()
      checks.isMax = percent === 100
      if (!all) return
      state.sourceTokenAmount = plainText({ ...all, value: (all.value * BigInt(percent)) / 100n })
      quotes?.soon()
    },
    retry: () => void quotes?.quote(),
    /** Estimates the received amount from prices, to show until the quote arrives; `'0'` if a price is missing. */
    estimate: (): string => {
      const { sourceToken, toToken, sourceTokenAmount } = state
      if (!sourceToken || !toToken || !form.amount()) return '0'
      const paid = { amount: amountOf(sourceTokenAmount, sourceToken.decimals), price: form.priceOf(sourceToken) }
      return estimateOutput(paid, { price: form.priceOf(toToken), decimals: toToken.decimals })
    },
    mayReview,
    review: () => {
      if (!mayReview()) return
      inside = true
      kit.track('CLICK_CONVERT')
      kit.push('SwapPreview')
    },
    prepare: async () => preparing?.prepare(),
    mayStart,
    /** Whether the token requires its existing approval to be reset to zero first. */
    needsReset: (): boolean => preparing?.ready()?.reset !== undefined,
    /** Requests a missing approval from the wallet, then the swap. Reports failures and never throws them. */
    swap: async (confirmed = false): Promise<void> => {
      const prepared = preparing?.ready()
      if (run && prepared && mayStart(confirmed)) await run.start(prepared)
    },
    abandon: () => run?.abandon(),
    destroy: () => {
      stop()
      clearInterval(timer)
    },
  }
}
