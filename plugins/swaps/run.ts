/**
 * The one path to the wallet: approval where one is missing, a new quote, the swap. Linear; each write is asked for once and
 * never again by itself (decisions 4.26). The hash of each is kept by the core before anything else happens.
 */
import { cleanText, type PluginKit, type PluginTransaction, type SentAmount } from 'walletkit/plugin'
import { plainText } from './amount.ts'
import { flagsToConfirm, type SwapOrder } from './check.ts'
import { SWAP_ERRORS, swapError } from './errors.ts'
import { follow, NOTICE_PAUSE, swapText } from './follow.ts'
import type { Prepared, SwapPreparing } from './prepare.ts'
import type { Step, StepKey, SwapChecks } from './state.ts'

/** Told as the caller of a wallet's request sees it. */
export type SwapRun = { start: (prepared: Prepared) => Promise<void>; abandon: () => void }

type Deps = {
  kit: PluginKit
  checks: SwapChecks
  preparing: SwapPreparing
  isSmart: () => boolean
  /** The swap left: the form is empty again, and who still watches is brought to the account. */
  done: () => void
  /** It did not leave: the form stands as it was, and wants its figures anew. */
  failed: () => void
}

export function createRun({ kit, checks, preparing, isSmart, done, failed }: Deps): SwapRun {
  /** Counts runs, so that the end of an abandoned one leaves the newer form alone. */
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

  /** From here to the wallet nothing waits: the account and network that are checked are the ones that are sent from. */
  function send(order: SwapOrder, transaction: PluginTransaction, kind: 'approve' | 'swap', toAmount: bigint) {
    if (kit.account().caipAddress !== order.caipAddress || kit.network()?.caipNetworkId !== order.chainId)
      throw swapError('SWAP_CHANGED')
    const amounts = amountsOf(order, toAmount)
    return kit.chain.sendTransaction(transaction, kind === 'swap' ? { kind, ...amounts } : { kind, out: amounts.out })
  }

  /** An approval, until a block took it. */
  async function approve(prepared: Prepared, transaction: PluginTransaction, key: 'reset' | 'approve', mine: number) {
    const { order, toAmount } = prepared
    if (mine === attempt) enter(key)
    wait('wallet')
    const hash = await send(order, transaction, 'approve', toAmount)
    if (mine === attempt) wait('chain')
    const receipt = await kit.chain.waitForTransaction(hash, { caipNetworkId: order.chainId, signal: kit.signal })
    if (receipt.status !== 'success') throw swapError('SWAP_APPROVAL_REVERTED')
  }

  /** The swap itself, after every approval that it needs; `undefined` once the visitor has stopped waiting. */
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
    // Worse than what was agreed to, or with something that was not agreed to: the visitor decides anew.
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

  /** Stops waiting. Whatever the wallet still answers is kept and told, but nothing further is asked of it. */
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

/** What a wallet says in short is told as it is; 'Transaction error' where it says nothing (spec section 8). */
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
