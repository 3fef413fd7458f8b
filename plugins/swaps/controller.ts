/** The swap panel: what its screens show and what they call. */
import { setAmount, setShare, setToken, switchTokens, type Target } from './choose.ts'
import { followPending } from './follow.ts'
import { createPanel, resetPanel, type SwapDeps } from './panel.ts'
import { quote } from './quote.ts'
import { readAll } from './reads.ts'
import { mayReview, mayStart, prepare } from './review.ts'
import { abandon, run } from './run.ts'
import type { SwapToken } from './tokens.ts'
import { createWatch } from './watch.ts'

export type SwapController = ReturnType<typeof createSwapController>

export default function createSwapController(deps: SwapDeps) {
  const panel = createPanel(deps)
  const { kit, options, state, isSetUp } = panel
  const watch = createWatch(panel)
  const { visits } = watch
  followPending(kit)

  return {
    kit,
    /** Loads the actions for pages that swap without the modal's form. */
    headless: async () => (await import('./headless.ts')).createHeadless(panel),
    options,
    state,
    isSetUp,
    visits: visits.state,
    isServed: watch.isServed,
    enter: watch.enter,
    load: watch.load,
    opened: watch.opened,
    destroy: watch.destroy,
    reset: () => resetPanel(panel),
    /**
     * Fetches the token list, the balances, the gas price and the price of the native currency. Throws as
     * {@link readAll}.
     */
    initialise: () => readAll(panel),
    pickToken: (target: Target) => {
      visits.stay()
      kit.track('CLICK_SELECT_TOKEN_TO_SWAP')
      kit.push('SwapSelectToken', { target })
    },
    pickNetwork: () => {
      kit.track('CLICK_SELECT_NETWORK_TO_SWAP')
      kit.push('Networks')
    },
    setToken: (target: Target, token: SwapToken) => setToken(panel, target, token),
    switchTokens: () => switchTokens(panel),
    setAmount: (text: string) => setAmount(panel, text),
    setShare: (percent: 25 | 50 | 75 | 100) => setShare(panel, percent),
    retry: () => void quote(panel),
    review: () => {
      if (!mayReview(panel)) return
      visits.stay()
      kit.track('CLICK_CONVERT')
      kit.push('SwapPreview')
    },
    prepare: () => prepare(panel),
    mayStart: (isConfirmed = false) => mayStart(panel, isConfirmed),
    /** Requests a missing approval from the wallet, then the swap. Reports failures and never throws them. */
    swap: async (isConfirmed = false): Promise<void> => {
      const outcome = await run(panel, isConfirmed)
      // The wallet accepted the swap: clear the form, or one press could send it a second time.
      if (outcome === 'sent' || outcome === 'unseen') {
        resetPanel(panel)
        if (visits.isOpen()) kit.reset('Account')
      }
      if (outcome === 'failed') void (state.status === 'off' ? visits.isOpen() && watch.load() : quote(panel))
    },
    abandon: () => {
      abandon(panel)
      if (visits.isOpen() && state.status === 'off') void watch.load()
    },
  }
}
