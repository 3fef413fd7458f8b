/** Keeps an open swap screen up to date, and notices when a visit of the panel begins and ends. */
import { createVisits, onAccountChange } from 'walletkit/plugin'
import { isSwapChain } from './chains.ts'
import { type Asked, preselect } from './choose.ts'
import { SWAP_ERRORS } from './errors.ts'
import { isSmart, order } from './form.ts'
import { resetPanel, type SwapPanel } from './panel.ts'
import { followMax, quote, stopQuote } from './quote.ts'
import { readAll, refresh } from './reads.ts'
import { leaveReview, prepare } from './review.ts'
import { isReviewed } from './state.ts'

/** ms between refreshes of prices, balances and quote while a screen of the panel is open. */
export const REFRESH = 10_000

export function createWatch(panel: SwapPanel) {
  const { kit, options, state } = panel
  const visits = createVisits(kit, () => resetPanel(panel))
  let timer: ReturnType<typeof setInterval> | undefined
  let wanted: Asked = {}
  const isServed = () => panel.isSetUp && isSwapChain(kit.network()?.caipNetworkId, options.chains)

  /**
   * Loads tokens and balances, or refreshes them if they are loaded. If loading fails, reports it and goes back. Does
   * nothing without an account, or where swaps do not work.
   */
  async function load(): Promise<void> {
    if (!isServed() || !kit.account().address || state.status === 'loading') return
    if (state.status !== 'off') return renew(panel)
    const isCurrent = panel.reads.current()
    try {
      await readAll(panel)
      if (isCurrent()) choose()
    } catch (error) {
      kit.report(error, 'SWAP_INIT', SWAP_ERRORS)
      if (visits.isOpen()) kit.back()
    }
  }
  function choose() {
    preselect(panel, wanted)
    wanted = {}
  }
  const tick = () => {
    if (visits.isOpen() && globalThis.document?.visibilityState !== 'hidden') void renew(panel)
  }

  const stop = onAccountChange(kit, () => {
    resetPanel(panel)
    if (visits.isOpen()) void load()
  })
  const destroy = () => {
    stop()
    clearInterval(timer)
  }
  kit.signal.addEventListener('abort', destroy)

  return {
    visits,
    isServed,
    load,
    destroy,
    /**
     * Call when a screen of the panel opens, and the returned function when it closes. `isReview`: the screen is the
     * review, which builds the wallet request.
     */
    enter: (isReview = false): (() => void) => {
      const leave = visits.enter()
      timer ??= setInterval(tick, REFRESH)
      if (isReview) stopQuote(panel)
      void (isReview && order(panel) ? prepare(panel) : load())
      return () => {
        leave()
        if (isReview) leaveReview(panel)
        if (visits.isOpen()) return
        clearInterval(timer)
        timer = undefined
      }
    },
    /** Tracks `OPEN_SWAP` and applies the view's parameters, once per visit; not while a swap is pending. */
    opened: (asked: Asked = {}): void => {
      if (!visits.begin(asked) || state.status === 'swapping') return
      kit.track('OPEN_SWAP', { isSmartAccount: isSmart(panel), network: kit.network()?.caipNetworkId ?? '' })
      wanted = asked
      if (state.status !== 'off' && state.status !== 'loading') choose()
    },
  }
}

/**
 * Refreshes what the open screen shows: the review's wallet request, or the form's figures and quote. Does nothing
 * until tokens and balances are loaded, and while a swap is pending.
 */
async function renew(panel: SwapPanel): Promise<void> {
  const { status } = panel.state
  if (status === 'off' || status === 'loading' || status === 'swapping') return
  if (isReviewed(panel.state)) return prepare(panel)
  await Promise.all([refresh(panel), status === 'quoting' ? undefined : quote(panel)])
  followMax(panel)
}
