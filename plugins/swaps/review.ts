/** Keeps a checked wallet request ready while the visitor reads the review. */
import { ref } from 'walletkit/plugin'
import { build, buildSwap, type Prepared } from './build.ts'
import type { SwapOrder } from './check.ts'
import { SWAP_ERRORS, swapError } from './errors.ts'
import { blocked, impact, mustConfirm } from './figures.ts'
import { inputError, label, order } from './form.ts'
import type { SwapFacts, SwapPanel } from './panel.ts'
import { readAllowance, readQuote, stopQuote } from './quote.ts'
import { isReviewed, restingStatus } from './state.ts'
import { isSameAddress } from './tokens.ts'

/** ms for which a built request stays valid; needed because a page in the background does not rebuild it. */
const LIFETIME = 60_000

/** Whether the review may open. Allows it while a quote is being renewed, because the review requests its own. */
export const mayReview = (panel: SwapFacts): boolean =>
  label(panel) === 'review' && panel.state.quote !== undefined && impact(panel) !== 'block'

/**
 * Builds the wallet request again, with a new quote. The screen shows the result, and `ready` returns it. A failure is
 * reported and blocks the review; the same failure in a row is reported once. Does nothing while the form is incomplete
 * or a swap is pending.
 */
export async function prepare(panel: SwapPanel): Promise<void> {
  const { kit, state } = panel
  const ordered = order(panel)
  if (!ordered || state.status === 'swapping') return
  stopQuote(panel)
  const isCurrent = panel.requests.begin()
  const before = state.quote?.toAmount
  state.status = 'building'
  try {
    const prepared = await build(panel, ordered)
    if (!isCurrent()) return
    // Flag any change of the displayed amount, even if it comes only from the newer quote that `build` requested.
    const hasMoved = before !== undefined && before !== prepared.toAmount && !prepared.flags.includes('moved')
    const flags = [...prepared.flags, ...(hasMoved ? (['moved'] as const) : [])]
    const { toAmount, allowance } = prepared
    // A request is replaced as a whole and never changed, so valtio need not wrap it.
    Object.assign(state, { prepared: ref({ ...prepared, flags }), quote: { toAmount, allowance }, failure: undefined })
    state.status = 'ready'
    if (prepared.kind === 'swap') state.gasUnits = prepared.gas
  } catch (error) {
    if (!isCurrent()) return
    state.prepared = undefined
    state.status = 'blocked'
    const { code: own } = Object(error) as { code?: unknown }
    if (state.failure?.of === 'review' && state.failure.code === own) return
    const { code, message } = kit.report(error, 'SWAP_BUILD', SWAP_ERRORS)
    state.failure = { of: 'review', code, message }
  }
}

/** Call when the review closes: ends a pending build. A request that is ready stays valid for the same form. */
export function leaveReview({ requests, state }: SwapPanel): void {
  if (!isReviewed(state)) return
  requests.end()
  state.status = restingStatus(state)
}

/** The built request, if it still matches the form and is recent. */
export function ready(panel: SwapFacts): Prepared | undefined {
  const { prepared } = panel.state
  const ordered = order(panel)
  const isSame =
    prepared !== undefined &&
    ordered !== undefined &&
    prepared.order.amount === ordered.amount &&
    prepared.order.caipAddress === ordered.caipAddress &&
    isSameAddress(prepared.order.source.address, ordered.source.address) &&
    isSameAddress(prepared.order.target.address, ordered.target.address)
  return isSame && Date.now() - prepared.at < LIFETIME ? prepared : undefined
}

/** Whether the wallet takes the approval and the swap in one batch. */
export const isTogether = (panel: SwapFacts): boolean => ready(panel)?.together !== undefined

/** Whether the token requires its existing approval to be reset to zero first. */
export const needsReset = (panel: SwapFacts): boolean => ready(panel)?.reset !== undefined

/** Whether the wallet request may start. `isConfirmed`: the visitor typed the confirmation. */
export const mayStart = (panel: SwapFacts, isConfirmed = false): boolean =>
  panel.state.status !== 'swapping' &&
  blocked(panel) === undefined &&
  inputError(panel) === undefined &&
  ready(panel) !== undefined &&
  impact(panel) !== 'block' &&
  (isConfirmed || !mustConfirm(panel))

/** Builds the swap after an approval, with a new quote. Throws if the approval is too small. */
export async function afterApproval(panel: SwapPanel, ordered: SwapOrder, spender: string): Promise<Prepared> {
  const quoted = await readQuote(panel, ordered)
  const allowance = await readAllowance(panel, ordered)
  if (allowance < ordered.amount) throw swapError('SWAP_APPROVED_LESS')
  return buildSwap(panel, ordered, quoted, allowance, spender)
}
