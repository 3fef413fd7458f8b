/**
 * The only path to the wallet: a missing approval, a new quote, the swap. Requests each transaction once and never
 * retries, because the first request may still succeed. The runtime stores each hash before anything else happens.
 */
import { cleanText, type PluginKit, type PluginTransaction, type SentAmount } from 'walletkit/plugin'
import { plainText } from './amount.ts'
import { flagsToConfirm, type SwapOrder } from './check.ts'
import { SWAP_ERRORS, swapError } from './errors.ts'
import { follow, NOTICE_PAUSE, swapText } from './follow.ts'
import type { Prepared, SwapPreparing } from './prepare.ts'
import type { Step, StepKey, SwapChecks } from './state.ts'

/** `start` runs an order; `abandon` stops waiting for it. */
export type SwapRun = { start: (prepared: Prepared) => Promise<void>; abandon: () => void }

type Deps = {
  kit: PluginKit
  checks: SwapChecks
  preparing: SwapPreparing
  isSmart: () => boolean
  /** The swap was sent: clears the form and opens the account if the visitor still watches. */
  done: () => void
  /** The swap was not sent: keeps the form and refreshes its figures. */
  failed: () => void
}

export function createRun({ kit, checks, preparing, isSmart, done, failed }: Deps): SwapRun {
  /** Counts runs, so that the result of an abandoned run does not change the newer form. */
  let attempt = 0

  const at = (key: StepKey) => checks.progress?.steps.find((step) => step.key === key)
  function enter(key: StepKey) {
    if (at(key)?.state === 'current') return
    const now = Date.now()
    for (const step of checks.progress?.steps ?? [])
      if (step.state === 'current') Object.assign(step, { state: 'done', until: now } satisfies Partial<Step>)
    const step = at(key)
    if (step) Object.assign(step, { state: 'current', since: now } satisfies Partial<Step>)
  }
  const wait = (whom: 'wallet' | 'chain' | 'service') => {
    if (checks.progress) checks.progress.waitsFor = whom
  }

  function begin({ order, kind, reset, toAmount }: Prepared) {
    const keys: StepKey[] = [...(reset ? ['reset' as const] : []), ...(kind === 'approve' ? ['approve' as const] : [])]
    checks.progress = {
      steps: [...keys, 'swap' as const, 'arrive' as const].map((key) => ({
        key,
        state: 'todo',
        since: undefined,
        until: undefined,
      })),
      waitsFor: 'wallet',
      paid: amountsOf(order, toAmount).out.amount,
      received: amountsOf(order, toAmount).in.amount,
      source: order.source,
      target: order.target,
    }
  }

  /** No `await` between the check and the wallet request, so that account and network cannot change in between. */
  function send(order: SwapOrder, transaction: PluginTransaction, kind: 'approve' | 'swap', toAmount: bigint) {
    if (kit.account().caipAddress !== order.caipAddress || kit.network()?.caipNetworkId !== order.chainId)
      throw swapError('SWAP_CHANGED')
    const amounts = amountsOf(order, toAmount)
    return kit.chain.sendTransaction(transaction, kind === 'swap' ? { kind, ...amounts } : { kind, out: amounts.out })
  }

  /** Requests an approval and waits until a block includes it. */
  async function approve(prepared: Prepared, transaction: PluginTransaction, key: 'reset' | 'approve', mine: number) {
    const { order, toAmount } = prepared
    if (mine === attempt) enter(key)
    wait('wallet')
    const hash = await send(order, transaction, 'approve', toAmount)
    if (mine === attempt) wait('chain')
    const receipt = await kit.chain.waitForTransaction(hash, { caipNetworkId: order.chainId, signal: kit.signal })
    if (receipt.status !== 'success') throw swapError('SWAP_APPROVAL_REVERTED')
  }

  /** Requests the approvals that the swap needs; `undefined` if the visitor stopped waiting. */
  async function approved(prepared: Prepared, mine: number): Promise<Prepared | undefined> {
    if (prepared.kind === 'swap') return prepared
    if (prepared.reset) await approve(prepared, prepared.reset, 'reset', mine)
    if (mine !== attempt) return undefined
    await approve(prepared, prepared.transaction, 'approve', mine)
    return mine === attempt ? prepared : undefined
  }

  async function afterApproval(prepared: Prepared): Promise<Prepared> {
    if (prepared.kind === 'swap') return prepared
    enter('swap')
    wait('service')
    const next = await preparing.afterApproval(prepared.order, prepared.spender ?? '')
    // The new quote is worse than the confirmed one, or has a flag that was not confirmed: ask the visitor again.
    const isNew = flagsToConfirm(next.flags).some((flag) => !prepared.flags.includes(flag))
    if (next.toAmount < prepared.toAmount || isNew) throw swapError('SWAP_MOVED')
    return next
  }

  async function start(prepared: Prepared): Promise<void> {
    if (checks.progress) return
    const mine = ++attempt
    const event = eventOf(prepared, isSmart())
    begin(prepared)
    kit.back()
    kit.track('INITIATE_SWAP', event)
    const ready = await approved(prepared, mine).catch((error: unknown) => {
      const { message } = tell(kit, error)
      kit.track('SWAP_APPROVAL_ERROR', { ...event, message })
      if (mine === attempt) end()
    })
    if (!ready) return
    try {
      const { order, transaction, toAmount } = await afterApproval(ready)
      if (mine !== attempt) return
      enter('swap')
      wait('wallet')
      const hash = await send(order, transaction, 'swap', toAmount)
      const amounts = amountsOf(order, toAmount)
      const notice = new Promise((resolve) => setTimeout(resolve, NOTICE_PAUSE))
      void follow(kit, { hash, caipNetworkId: order.chainId, note: { kind: 'swap', ...amounts } }, notice)
      kit.track('SWAP_SUCCESS', event)
      if (mine === attempt) {
        abandon()
        done()
      }
      kit.toast.success(swapText(kit, 'swaps.swapping', amounts))
    } catch (error) {
      const { message } = tell(kit, error)
      kit.track('SWAP_ERROR', { ...event, message })
      if (mine === attempt) end()
    }
  }

  function end() {
    abandon()
    failed()
  }

  /** Stops waiting. A late response of the wallet is still stored and shown, but no further request follows. */
  function abandon() {
    attempt++
    checks.progress = undefined
    preparing.forget()
  }

  return { start, abandon }
}

const amountsOf = ({ source, target, amount }: SwapOrder, toAmount: bigint): { out: SentAmount; in: SentAmount } => ({
  out: named(source.symbol, source.logoUri, plainText({ value: amount, decimals: source.decimals })),
  in: named(target.symbol, target.logoUri, plainText({ value: toAmount, decimals: target.decimals })),
})
const named = (symbol: string, iconUrl: string, amount: string): SentAmount => ({
  amount,
  symbol,
  ...(iconUrl && { iconUrl }),
})

function eventOf({ order, toAmount }: Prepared, isSmartAccount: boolean) {
  const amounts = amountsOf(order, toAmount)
  return {
    isSmartAccount,
    network: order.chainId,
    swapFromToken: order.source.symbol,
    swapToToken: order.target.symbol,
    swapFromAmount: amounts.out.amount,
    swapToAmount: amounts.in.amount,
  }
}

/** Reports the wallet's own short message, or 'Transaction error' if it has none. */
function tell(kit: PluginKit, error: unknown): { message: string } {
  const said = shortMessageOf(error)
  if (said === undefined) return kit.report(error, 'SWAP_FAILED', SWAP_ERRORS)
  const rows = { ...SWAP_ERRORS, SWAP_WALLET: { message: said, show: 'toast', loud: true } } as const
  return kit.report(error, 'SWAP_WALLET', rows)
}

function shortMessageOf(error: unknown): string | undefined {
  let each: unknown = error
  for (let depth = 0; depth < 5 && typeof each === 'object' && each !== null; depth++) {
    const { shortMessage, cause } = each as { shortMessage?: unknown; cause?: unknown }
    if (typeof shortMessage === 'string' && cleanText(shortMessage) !== '') return cleanText(shortMessage, 80)
    each = cause
  }
  return undefined
}
