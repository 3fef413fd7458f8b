/** The panel object that most functions of this plugin take: its state, the kit, and the requests that run. */
import { createTurns, type PluginKit, proxy, type Turns } from 'walletkit/plugin'
import type createApiProvider from './api.ts'
import { swapError } from './errors.ts'
import { readOptions, type SwapOptions } from './options.ts'
import type { SwapProvider } from './provider.ts'
import { blankSwap, type SwapState } from './state.ts'

export type SwapPanel = {
  kit: PluginKit
  options: SwapOptions
  provider: SwapProvider
  /** `false` if the site configured no service for quotes. */
  isSetUp: boolean
  state: SwapState
  /**
   * Reads of tokens, prices and balances. An answer is ignored once the account, the network or the visit has changed.
   */
  reads: Turns
  /**
   * Turns for quotes and for builds of the wallet request. Only the newest one counts: answers to earlier ones are
   * ignored.
   */
  requests: Turns
  /**
   * The last quote that a site's own page got, which swaps without the modal (`headless.ts`). `form`: its account,
   * tokens and amount (`formOf`). The page's swap fails with `SWAP_CHANGED` if they differ now, because the visitor may
   * have changed them in the modal's form, which has the same state. `toAmount`: what should arrive, in base units.
   */
  quoted: { form: string; toAmount: bigint } | undefined
  /** Turns for swaps. Abandoning a swap ends its turn, so that its late answers do not change the form. */
  runs: Turns
  /**
   * Aborting it keeps the wallet from being asked for further calls of a swap that is requested together with its
   * approval (`calls.ts`). `undefined` for any other swap, and once the wallet has been asked for all calls.
   */
  stop: AbortController | undefined
  /** The timer that will request a quote. */
  debounce: ReturnType<typeof setTimeout> | undefined
}

/** Functions that only read the panel take this part of it, so that tests and screens need not build a whole panel. */
export type SwapFacts = Pick<SwapPanel, 'kit' | 'options' | 'state'>

export type SwapDeps = {
  kit: PluginKit
  api: ReturnType<typeof createApiProvider> | undefined
  options: unknown
}

const none = () => Promise.reject(swapError('SWAP_NETWORK'))
/** The provider while a site configured none: every call fails. The screens say so instead of showing the form. */
const NO_PROVIDER: SwapProvider = {
  tokens: none,
  gasPrice: none,
  prices: none,
  quote: none,
  allowance: none,
  buildApproval: none,
  buildSwap: none,
}

export function createPanel({ kit, api, options: given }: SwapDeps): SwapPanel {
  const options = readOptions(given)
  const provider = options.provider ?? api?.(() => kit.projectId)
  const panel: SwapPanel = {
    kit,
    options,
    provider: provider ?? NO_PROVIDER,
    isSetUp: provider !== undefined,
    state: proxy(blankSwap()),
    reads: createTurns(),
    requests: createTurns(),
    runs: createTurns(),
    stop: undefined,
    quoted: undefined,
    debounce: undefined,
  }
  kit.signal.addEventListener('abort', () => endRequests(panel))
  return panel
}

/** Ends all pending reads, quotes and builds: their answers will be ignored. */
function endRequests(panel: SwapPanel) {
  panel.reads.end()
  panel.requests.end()
  clearTimeout(panel.debounce)
}

/** Clears the form, and ends pending requests. A swap that waits for the wallet or a block keeps its progress. */
export function resetPanel(panel: SwapPanel): void {
  const { state } = panel
  endRequests(panel)
  const pending = state.progress && { status: state.status, progress: state.progress }
  Object.assign(state, blankSwap(), pending)
}
