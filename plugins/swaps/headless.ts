/** Swapping for pages without the form: the same checks and the same requests to the wallet. */
import { type HeadlessFeatures, type SwapData, type SwapQuote, WalletKitError } from 'walletkit/plugin'
import { flagsToConfirm } from './check.ts'
import { preselect } from './choose.ts'
import { swapError } from './errors.ts'
import { minimumReceived } from './fees.ts'
import {
  approvalTransaction,
  blocked,
  flags,
  impact,
  mustConfirm,
  needsApproval,
  priceImpact,
  swapTransaction,
  toTokenAmount,
} from './figures.ts'
import { hasTokens, inputError } from './form.ts'
import { swapsMessages } from './messages.ts'
import { resetPanel, type SwapPanel } from './panel.ts'
import { quote } from './quote.ts'
import { readAll } from './reads.ts'
import { mayStart, prepare } from './review.ts'
import { run } from './run.ts'
import { findToken } from './tokens.ts'

export const createHeadless = (panel: SwapPanel): HeadlessFeatures['swaps'] => ({
  quote: async ({ from, to, amount }) => {
    const { kit, state } = panel
    if (!panel.isSetUp)
      throw new WalletKitError('SWAP_SERVICE', kit.text('swaps.notSetUp', swapsMessages['swaps.notSetUp']))
    if (state.status === 'swapping') throw swapError('SWAP_PENDING')
    resetPanel(panel)
    await readAll(panel)
    if (![from, to].every((token) => findToken(state.tokens, token)))
      throw new WalletKitError(
        'SWAP_TOKEN',
        kit.text('swaps.label.selectToken', swapsMessages['swaps.label.selectToken']),
      )
    preselect(panel, { amount, fromToken: from, toToken: to })
    await quote(panel)
    throwFailure(panel)
    if (!state.quote || !hasTokens(panel)) throw swapError('SWAP_AMOUNT')
    panel.quoted = { form: formOf(panel), toAmount: state.quote.toAmount }
    return quoteOf(panel)
  },

  swap: async ({ confirmed = false }, on) => {
    const { kit, options, quoted } = panel
    if (!quoted) throw swapError('SWAP_CHANGED')
    // The modal's form has the same state, and the visitor may have changed it since the quote: then stop.
    const stay = () => {
      if (panel.quoted?.form !== formOf(panel)) throw swapError('SWAP_CHANGED')
    }
    stay()
    await prepare(panel)
    stay()
    throwFailure(panel)
    // `prepare` fetched a newer quote, which the page does not show. It may be worse by the slippage, and no more.
    const { toAmount = quoted.toAmount } = panel.state.prepared ?? {}
    if (toAmount < minimumReceived(quoted.toAmount, options.slippage)) throw swapError('SWAP_MOVED')
    const offer: SwapData = quoteOf(panel)
    const unpaid = inputError(panel)
    if (unpaid !== undefined) throw new WalletKitError('SWAP_INSUFFICIENT_FUNDS', unpaid)
    if (impact(panel) === 'block' || blocked(panel) !== undefined) throw swapError('SWAP_BLOCKED')
    if (mustConfirm(panel) && !confirmed) throw new WalletKitError('SWAP_CONFIRM', warningOf(panel))
    if (!mayStart(panel, confirmed)) throw swapError('SWAP_CHANGED')
    let sent: { hash: string; followed: Promise<void> } | undefined
    let failure: unknown
    on('wallet')
    const outcome = await run(panel, confirmed, {
      sent: (hash, followed) => {
        sent = { hash, followed }
        on('chain', hash)
      },
      failed: (error) => void (failure = error),
    })
    // The wallet accepted the swap: forget the offer, or the next call could send it a second time.
    if (outcome === 'unseen') resetPanel(panel)
    if (failure !== undefined) throw failure instanceof Error ? failure : swapError('SWAP_FAILED', failure)
    if (!sent) throw swapError('SWAP_CHANGED')
    const { hash, followed } = sent
    resetPanel(panel)
    await followed
    if (kit.chain.sent().find((each) => each.hash === hash)?.status === 'failed') throw swapError('SWAP_REVERTED')
    return { ...offer, hash }
  },
})

/** Account, tokens and amount of the form as one text, to notice a change. */
const formOf = ({ kit, state: { sourceToken, toToken, sourceTokenAmount } }: SwapPanel) =>
  [kit.account().caipAddress, sourceToken?.address, toToken?.address, sourceTokenAmount].join(' ')

/** Throws the failure that the panel shows. A failed read of the allowance does not stop a swap. */
function throwFailure({ state: { failure } }: SwapPanel) {
  if (failure && failure.of !== 'allowance') throw new WalletKitError(failure.code, failure.message)
}

function quoteOf(panel: SwapPanel): SwapQuote {
  const { sourceToken, toToken, sourceTokenAmount } = panel.state
  return {
    from: { symbol: sourceToken?.symbol ?? '', amount: sourceTokenAmount },
    to: { symbol: toToken?.symbol ?? '', amount: toTokenAmount(panel) },
    priceImpact: priceImpact(panel),
    needsApproval: needsApproval(panel),
    mustConfirm: mustConfirm(panel),
  }
}

/**
 * Every reason why the visitor has to confirm first: the price impact, an unknown exchange contract, a call that cannot
 * be read.
 */
function warningOf(panel: SwapPanel): string {
  const { kit } = panel
  const percent = priceImpact(panel)?.toFixed(2) ?? ''
  const level = impact(panel)
  const { to: address = '' } = swapTransaction(panel) ?? approvalTransaction(panel) ?? {}
  const keys: (keyof typeof swapsMessages)[] = flagsToConfirm(flags(panel)).map((flag) => `swaps.${flag}` as const)
  if (level === 'confirm') keys.unshift('swaps.impactConfirm')
  if (level === 'unknown') keys.unshift('swaps.impactUnknown')
  return keys.map((key) => kit.text(key, swapsMessages[key], { percent, address })).join(' ')
}
