/** Requests quotes for the form after a debounce, and shows only the newest. */
import { plainText } from 'walletkit/plugin'
import { checkQuote, type SwapOrder } from './check.ts'
import { failsAs, SWAP_ERRORS, swapError } from './errors.ts'
import { inputError, maxText, order } from './form.ts'
import type { SwapPanel } from './panel.ts'
import { isReviewed, restingStatus } from './state.ts'

/** ms without a change before a quote is requested. */
export const QUOTE_DEBOUNCE = 200

/** The form changed: drops what was calculated for it, and requests a quote after the debounce. */
export function changed(panel: SwapPanel): void {
  const { state } = panel
  if (!mayQuote(panel)) return
  stopQuote(panel)
  dropQuote(panel)
  state.status = order(panel) ? 'quoting' : 'form'
  panel.debounce = setTimeout(() => void quote(panel), QUOTE_DEBOUNCE)
}

/**
 * Whether a change of the form may request a quote. Not before the panel is loaded, not while a swap is pending, and
 * not once the kit or the feature is switched off, even if the screen is still shown at that moment.
 */
const mayQuote = ({ kit, state: { status } }: SwapPanel) =>
  !kit.signal.aborted && status !== 'off' && status !== 'loading' && status !== 'swapping'

function dropQuote({ state }: SwapPanel) {
  Object.assign(state, { quote: undefined, prepared: undefined })
  if (state.failure?.of !== 'allowance') state.failure = undefined
}

/** Ends a pending request for a quote or build of the wallet request, and a quote that waits for the debounce. */
export function stopQuote(panel: SwapPanel): void {
  panel.requests.end()
  clearTimeout(panel.debounce)
  if (panel.state.status === 'quoting') panel.state.status = restingStatus(panel.state)
}

/** Requests a quote for the form, and shows it unless a newer request has started meanwhile. */
export async function quote(panel: SwapPanel): Promise<void> {
  const { kit, state } = panel
  if (!mayQuote(panel)) return
  stopQuote(panel)
  const isCurrent = panel.requests.begin()
  const ordered = order(panel)
  if (!ordered) {
    dropQuote(panel)
    state.status = 'form'
    return
  }
  state.status = 'quoting'
  try {
    const toAmount = await readQuote(panel, ordered)
    if (!isCurrent()) return
    state.quote = { toAmount, allowance: state.quote?.allowance }
    if (state.failure?.of !== 'allowance') state.failure = undefined
    state.status = 'quoted'
  } catch (error) {
    if (!isCurrent()) return
    dropQuote(panel)
    const { code, message } = kit.report(error, 'SWAP_QUOTE', SWAP_ERRORS)
    state.failure = { of: 'quote', code, message }
    state.status = 'unquoted'
    return
  }
  if (inputError(panel) === undefined) await showAllowance(panel, ordered, isCurrent)
}

/** Reads what the exchange may already spend. Reports a failure once, not again with every quote. */
async function showAllowance(panel: SwapPanel, ordered: SwapOrder, isCurrent: () => boolean) {
  const { kit, state } = panel
  try {
    const allowance = await readAllowance(panel, ordered)
    if (!isCurrent() || !state.quote) return
    state.quote = { ...state.quote, allowance }
    state.failure = undefined
  } catch (error) {
    if (!isCurrent() || !state.quote) return
    state.quote = { ...state.quote, allowance: undefined }
    if (state.failure?.of === 'allowance') return
    const { code, message } = kit.report(error, 'SWAP_ALLOWANCE', SWAP_ERRORS)
    state.failure = { of: 'allowance', code, message }
  }
}

/** Requests a quote and checks it against the order. Throws `SWAP_AMOUNT` if nothing would arrive. */
export async function readQuote(
  { provider, state }: Pick<SwapPanel, 'provider'> & { state: Pick<SwapPanel['state'], 'gasFee'> },
  ordered: SwapOrder,
): Promise<bigint> {
  const { amount, account: userAddress, source, target } = ordered
  const ask = { amount, userAddress, from: source.address, to: target.address, gasPrice: state.gasFee ?? 0n }
  const found = await provider.quote(ask).catch(failsAs('SWAP_QUOTE'))
  if (!found) throw swapError('SWAP_AMOUNT')
  checkQuote(ordered, found)
  return found.toAmount
}

/**
 * The amount that the exchange may already spend, in base units. For the native currency, which needs no approval, the
 * order's amount.
 */
export async function readAllowance({ provider }: SwapPanel, ordered: SwapOrder): Promise<bigint> {
  const { isNative, amount, source, caipAddress: userAddress } = ordered
  if (isNative) return amount
  return provider
    .allowance({
      tokenAddress: source.address,
      userAddress,
      sourceTokenAmount: plainText({ value: amount, decimals: source.decimals }),
      sourceTokenDecimals: source.decimals,
    })
    .catch(failsAs('SWAP_ALLOWANCE'))
}

/** Sets the amount to the maximum if the visitor pressed Max. Call it when the balance or the gas price changes. */
export function followMax(panel: SwapPanel): void {
  const { state } = panel
  // A review shows the amount, and the visitor may be about to confirm it: it follows once the form is back.
  const all = state.isMax && !isReviewed(state) ? maxText(panel) : undefined
  if (all === undefined || all === state.sourceTokenAmount) return
  state.sourceTokenAmount = all
  changed(panel)
}
