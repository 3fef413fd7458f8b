/** What the functions of this plugin work on: the state, and what they read and call. */
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
  /** An answer counts only for the account and network that it was requested for. */
  reads: Turns
  /** A quote or a wallet request is built one at a time: the newest request replaces the one before. */
  requests: Turns
  /** What a page without the form was last quoted. */
  quoted: string | undefined
  /** An abandoned swap no longer changes the form. */
  runs: Turns
  /** The pending debounce of the quote. */
  debounce: ReturnType<typeof setTimeout> | undefined
}

/** The values that only read the panel take this, so that tests and screens can pass a part of it. */
export type SwapFacts = Pick<SwapPanel, 'kit' | 'options' | 'state'>

export type SwapDeps = {
  kit: PluginKit
  api: ReturnType<typeof createApiProvider> | undefined
  options: unknown
}

const none = () => Promise.reject(swapError('SWAP_NETWORK'))
/** Stands for the provider of a site that configured none; the screens show that instead of the form. */
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
  const provider = options.provider ?? api?.(kit.projectId)
  const panel: SwapPanel = {
    kit,
    options,
    provider: provider ?? NO_PROVIDER,
    isSetUp: provider !== undefined,
    state: proxy(blankSwap()),
    reads: createTurns(),
    requests: createTurns(),
    runs: createTurns(),
    quoted: undefined,
    debounce: undefined,
  }
  kit.signal.addEventListener('abort', () => endRequests(panel))
  return panel
}

/** Ignores the answers that are still to come. */
function endRequests(panel: SwapPanel) {
  panel.reads.end()
  panel.requests.end()
  clearTimeout(panel.debounce)
}

/** Sets every default and ignores the answers that are still to come. Keeps a pending swap and its progress. */
export function resetPanel(panel: SwapPanel): void {
  const { state } = panel
  endRequests(panel)
  const pending = state.progress && { status: state.status, progress: state.progress }
  Object.assign(state, blankSwap(), pending)
}
