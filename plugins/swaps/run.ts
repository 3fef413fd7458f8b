/**
 * The only path to the wallet: a missing approval, a new quote, the swap. Requests each transaction once and never
 * retries, because the first request may still succeed; only the calls of a batch that the wallet refused are requested
 * again, one by one. The runtime stores each hash before anything else happens.
 */
import { type CallsProgress, type PluginTransaction, WalletKitError } from 'walletkit/plugin'
import { type Prepared, requestsOf } from './build.ts'
import { askFor } from './calls.ts'
import { flagsToConfirm, type SwapOrder } from './check.ts'
import { reportRun, swapError } from './errors.ts'
import { follow, NOTICE_PAUSE, showSwap, swapText } from './follow.ts'
import { isSmart } from './form.ts'
import type { SwapPanel } from './panel.ts'
import { amountsOf, beginProgress, enterStep } from './progress.ts'
import { afterApproval, mayStart, ready } from './review.ts'
import { checkOutcome } from './simulate.ts'
import { restingStatus } from './state.ts'

/**
 * `sent`: the swap was sent. `unseen`: the wallet accepted it and does not say what became of it. `failed`: another
 * error, and the form is unchanged. `left`: the visitor stopped waiting.
 */
export type Outcome = 'sent' | 'unseen' | 'failed' | 'left'

/**
 * Requests a missing approval from the wallet, then the swap. `isConfirmed`: the visitor typed the confirmation.
 * Reports failures, to `on.failed` too, and never throws them. Resolves with `undefined` if nothing was ready to start.
 */
export async function run(
  panel: SwapPanel,
  isConfirmed: boolean,
  on: { sent?: (hash: string, followed: Promise<void>) => void; failed?: (error: unknown) => void } = {},
): Promise<Outcome | undefined> {
  const prepared = ready(panel)
  if (!prepared || !mayStart(panel, isConfirmed)) return undefined
  const { kit, state } = panel
  const isCurrent = panel.runs.begin()
  panel.requests.end()
  const event = eventOf(panel, prepared)
  Object.assign(state, { status: 'swapping', progress: beginProgress(prepared) })
  kit.back()
  kit.track('INITIATE_SWAP', event)
  const fail = (name: 'SWAP_APPROVAL_ERROR' | 'SWAP_ERROR', error: unknown): Outcome => {
    kit.track(name, { ...event, message: reportRun(kit, error) })
    on.failed?.(error)
    if (!isCurrent()) return 'left'
    abandon(panel)
    return codeOf(error) === 'SWAP_UNSEEN' ? 'unseen' : 'failed'
  }
  try {
    if (!prepared.together) await approve(panel, prepared, isCurrent)
  } catch (error) {
    return fail('SWAP_APPROVAL_ERROR', error)
  }
  if (!isCurrent()) return 'left'
  try {
    if (prepared.together) await sendTogether(panel, prepared, { event, isCurrent }, on.sent)
    else {
      const swap = prepared.kind === 'swap' ? prepared : await swapAfter(panel, prepared)
      if (!isCurrent()) return 'left'
      await sendSwap(panel, swap, event, on.sent)
    }
    if (!isCurrent()) return 'left'
    abandon(panel)
    return 'sent'
  } catch (error) {
    return fail('SWAP_ERROR', error)
  }
}

/** Stops waiting for the wallet or a block. A late answer of the wallet is still stored. No further request follows. */
export function abandon(panel: SwapPanel): void {
  const { state } = panel
  panel.runs.end()
  panel.stop?.abort()
  if (state.status !== 'swapping') return
  Object.assign(state, { progress: undefined, prepared: undefined, status: restingStatus(state) })
}

/** Requests the approvals that the swap needs, and waits until a block includes each. */
async function approve(panel: SwapPanel, prepared: Prepared, isCurrent: () => boolean) {
  if (prepared.kind === 'swap') return
  for (const { key, transaction } of requestsOf(prepared)) {
    if (!isCurrent()) return
    enterStep(panel.state, key, 'wallet')
    const hash = await send(panel, prepared, transaction, 'approve')
    if (isCurrent()) enterStep(panel.state, key, 'chain')
    const wait = { caipNetworkId: prepared.order.chainId, signal: panel.kit.signal }
    const { status } = await panel.kit.chain.waitForTransaction(hash, wait)
    if (status !== 'success') throw swapError('SWAP_APPROVAL_REVERTED')
  }
}

async function swapAfter(panel: SwapPanel, approved: Prepared): Promise<Prepared> {
  enterStep(panel.state, 'swap', 'service')
  const next = await afterApproval(panel, approved.order, approved.spender ?? '')
  // The new quote is worse than the confirmed one, or has a flag that was not confirmed: ask the visitor again.
  const isNew = flagsToConfirm(next.flags).some((flag) => !approved.flags.includes(flag))
  if (next.toAmount < approved.toAmount || isNew) throw swapError('SWAP_MOVED')
  await checkOutcome(panel, next)
  return next
}

async function sendSwap(
  panel: SwapPanel,
  prepared: Prepared,
  event: ReturnType<typeof eventOf>,
  sent?: (hash: string, followed: Promise<void>) => void,
) {
  const { kit, state } = panel
  const { order, transaction, toAmount } = prepared
  enterStep(state, 'swap', 'wallet')
  const hash = await send(panel, prepared, transaction, 'swap')
  const amounts = amountsOf(order, toAmount)
  const notice = new Promise((resolve) => setTimeout(resolve, NOTICE_PAUSE))
  showSwap(kit, { hash, caipNetworkId: order.chainId }, amounts, false)
  const followed = follow(kit, { hash, caipNetworkId: order.chainId, note: { kind: 'swap', ...amounts } }, notice)
  sent?.(hash, followed)
  kit.track('SWAP_SUCCESS', event)
  kit.toast.success(swapText(kit, 'swaps.swapping', amounts))
}

/**
 * Sends the approval and the swap as one batch. If a wallet refuses the batch although it promised to support batches,
 * sends the same requests one after another. Their amounts and the least amount that must arrive are those of the
 * review.
 */
async function sendTogether(
  panel: SwapPanel,
  prepared: Prepared,
  { event, isCurrent }: { event: ReturnType<typeof eventOf>; isCurrent: () => boolean },
  sent?: (hash: string, followed: Promise<void>) => void,
) {
  const { kit, state } = panel
  const { order, toAmount } = prepared
  if (!isSameAccount(kit, order)) throw swapError('SWAP_CHANGED')
  const amounts = amountsOf(order, toAmount)
  const requests = requestsOf(prepared)
  const calls = requests.map(({ key, transaction: { to, value, data } }) => ({
    to,
    ...(value !== undefined && { value }),
    ...(data !== undefined && { data }),
    note: key === 'swap' ? ({ kind: 'swap', ...amounts } as const) : ({ kind: 'approve', out: amounts.out } as const),
  }))
  let isAccepted = false
  const tell = ({ step, waitsFor, isBatch }: CallsProgress) => {
    isAccepted = waitsFor === 'chain' && (isBatch || step === requests.length)
    if (!isCurrent()) return
    if (!isBatch && step === 1 && waitsFor === 'wallet') state.progress = beginProgress(prepared, false)
    enterStep(state, (!isBatch && requests[step - 1]?.key) || 'swap', waitsFor)
  }
  const hashes = await askFor(panel, calls, tell).catch((error: unknown) => {
    throw isAccepted && codeOf(error) === 'TX_UNCERTAIN' ? swapError('SWAP_UNSEEN', error) : inWords(error)
  })
  // The visitor cancelled before the wallet had accepted the swap.
  if (!hashes) return
  const hash = hashes.at(-1) ?? ''
  showSwap(kit, { hash, caipNetworkId: order.chainId }, amounts, true)
  sent?.(hash, Promise.resolve())
  kit.track('SWAP_SUCCESS', event)
  kit.toast.success(swapText(kit, 'swaps.swapped', amounts))
}

const codeOf = (error: unknown) => (error instanceof WalletKitError ? error.code : undefined)

/** Turns an error of `runCalls` into this plugin's own, whose text names swapping; other errors stay. */
function inWords(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'CALLS_CHANGED') return swapError('SWAP_CHANGED', error)
  return code === 'CALLS_FAILED' || code === 'CALLS_PARTLY' ? swapError('SWAP_REVERTED', error) : error
}

/**
 * Asks the wallet to send one transaction. Does not `await` between the check of account and network and the request,
 * so that they cannot change in between.
 */
function send({ kit }: SwapPanel, { order, toAmount }: Prepared, transaction: PluginTransaction, kind: SentKind) {
  if (!isSameAccount(kit, order)) throw swapError('SWAP_CHANGED')
  const amounts = amountsOf(order, toAmount)
  return kit.chain.sendTransaction(transaction, kind === 'swap' ? { kind, ...amounts } : { kind, out: amounts.out })
}
type SentKind = 'approve' | 'swap'

const isSameAccount = (kit: SwapPanel['kit'], { caipAddress, chainId }: SwapOrder) =>
  kit.account().caipAddress === caipAddress && kit.network()?.caipNetworkId === chainId

function eventOf(panel: SwapPanel, { order, toAmount }: Prepared) {
  const amounts = amountsOf(order, toAmount)
  return {
    isSmartAccount: isSmart(panel),
    network: order.chainId,
    swapFromToken: order.source.symbol,
    swapToToken: order.target.symbol,
    swapFromAmount: amounts.out.amount,
    swapToAmount: amounts.in.amount,
  }
}
