/** The swap panel: its state, and what a visitor can do to it. */
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

/** ms after which prices, balances and quote are read anew while a screen of the panel is up. */
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

  /** Every default. A request that is with a wallet goes on by itself. */
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

  /** For a screen that opens: what it needs, or it goes back. */
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

  /** What the page asked for when it opened the panel; what is no token of the list is left out. */
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

  /** A screen is up; the return value takes it down. */
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

  /** Once Max was pressed the amount follows what balance and gas turn out to be. */
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

  /** What arrives becomes what is paid. With nothing quoted it starts at 1 (reference 1.11). */
  function switchTokens() {
    const { sourceToken, toToken, toTokenAmount } = state
    if (!toToken) return
    Object.assign(state, { sourceToken: toToken, toToken: sourceToken })
    checks.isMax = false
    state.sourceTokenAmount = toTokenAmount === '' ? '1' : toTokenAmount
    void reads?.inspect({ ...toToken })
    quotes?.soon()
  }

  /** Whether the wallet may be asked for what stands on the screen; `confirmed` where the visitor typed that it is meant. */
  const mayStart = (confirmed = false): boolean =>
    !checks.progress &&
    checks.blocked === undefined &&
    state.inputError === undefined &&
    preparing?.ready() !== undefined &&
    form.impact() !== 'block' &&
    (confirmed || !form.mustConfirm())

  /** What is blocked anyway is not reviewed. While the same quote is renewed the one that stands counts: the review asks anew. */
  const mayReview = (): boolean => form.label() === 'review' && checks.quoted !== undefined && form.impact() !== 'block'

  followPending(kit)

  return {
    state,
    checks,
    form,
    options,
    /** `false` where the site has named no service that could quote. */
    isSetUp: provider !== undefined,
    isServed,
    reset: resetState,
    enter,
    load,

    /** Fetches all that the panel starts with. Throws 'Network not supported for Swaps' on another network. */
    initialise: async () => reads?.initialise(),

    /** Tells once per visit that the panel was opened: coming back from the token list is no new one. */
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
    /** A share of what can be paid, cut to base units; 100 follows the balance. */
    setShare: (percent: 25 | 50 | 75 | 100) => {
      const all = form.max()
      checks.isMax = percent === 100
      if (!all) return
      state.sourceTokenAmount = plainText({ ...all, value: (all.value * BigInt(percent)) / 100n })
      quotes?.soon()
    },
    retry: () => void quotes?.quote(),
    /** What prices alone say, for the moment until a quote is there; `'0'` when they say nothing. */
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
    /** The token wants its old approval taken back first. */
    needsReset: (): boolean => preparing?.ready()?.reset !== undefined,
    /** Asks the wallet for the approval where one is missing, and for the swap. Failures are reported, never thrown. */
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
