/** The steps of a pending swap, as the screen lists them. */
import { plainText, type SentAmount } from 'walletkit/plugin'
import { type Prepared, requestsOf } from './build.ts'
import type { SwapOrder } from './check.ts'
import type { Amounts } from './follow.ts'
import type { Progress, Step, StepKey, SwapState } from './state.ts'

/** What the swap pays and what arrives, as exact decimal text with symbols. */
export const amountsOf = ({ source, target, amount }: SwapOrder, toAmount: bigint): Amounts => ({
  out: named(source.symbol, source.logoUri, plainText({ value: amount, decimals: source.decimals })),
  in: named(target.symbol, target.logoUri, plainText({ value: toAmount, decimals: target.decimals })),
})
const named = (symbol: string, iconUrl: string, amount: string): SentAmount => ({
  amount,
  symbol,
  ...(iconUrl && { iconUrl }),
})

/** The steps of a swap before it starts. A batch of approval and swap is one step. */
export function beginProgress(prepared: Prepared, isBatch = prepared.together !== undefined): Progress {
  const { order, toAmount } = prepared
  const before = isBatch ? [] : requestsOf(prepared).map(({ key }) => key)
  const keys: StepKey[] = [...before.filter((key) => key !== 'swap'), 'swap', 'arrive']
  const amounts = amountsOf(order, toAmount)
  return {
    steps: keys.map((key) => ({
      key,
      state: 'todo',
      since: undefined,
      until: undefined,
    })),
    waitsFor: 'wallet',
    paid: amounts.out.amount,
    received: amounts.in.amount,
    source: order.source,
    target: order.target,
  }
}

/** Completes the current step and begins another, and says what it waits for. */
export function enterStep({ progress }: SwapState, key: StepKey, waitsFor: Progress['waitsFor']): void {
  if (!progress) return
  progress.waitsFor = waitsFor
  const next = progress.steps.find((step) => step.key === key)
  if (!next || next.state === 'current') return
  const now = Date.now()
  for (const step of progress.steps)
    if (step.state === 'current') Object.assign(step, { state: 'done', until: now } satisfies Partial<Step>)
  Object.assign(next, { state: 'current', since: now } satisfies Partial<Step>)
}
