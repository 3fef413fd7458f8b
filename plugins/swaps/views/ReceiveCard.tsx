import { fiatText, formatNumber, formatToken, type PluginKit } from 'walletkit/plugin'
import { Skeleton, useSnapshot, useText } from 'walletkit/ui'
import { amountOf } from '../amount.ts'
import type { SwapController } from '../controller.ts'
import { swapsMessages } from '../messages.ts'
import { sizeStep } from './figures.ts'
import { TokenPill } from './TokenPill.tsx'

/** The received side. While the quote loads, shows an estimate from prices in grey. */
export function ReceiveCard({ kit, controller }: { kit: PluginKit; controller: SwapController }) {
  const t = useText(swapsMessages)
  const { toToken, toTokenAmount } = useSnapshot(controller.state)
  const { quoting } = useSnapshot(controller.checks)
  const { form, state } = controller
  const estimate = quoting && toTokenAmount === '' ? controller.estimate() : '0'
  const isEstimate = toTokenAmount === '' && estimate !== '0'
  const amount = isEstimate ? estimate : toTokenAmount
  const shown = amount === '' || !toToken ? '' : formatToken(amountOf(amount, toToken.decimals), undefined, kit.locale)
  const balance = state.toToken && form.balance(state.toToken)
  const fiat = form.worthOf(amount, state.toToken)
  return (
    <div className="swap-card">
      <p className="note">{t('swaps.receive')}</p>
      <div className="swap-line">
        <output
          className="swap-amount"
          data-length={sizeStep(shown)}
          data-estimate={isEstimate || shown === '' || undefined}
          aria-label={t('swaps.received')}
          aria-busy={quoting}
        >
          {shown === '' ? quoting ? <Skeleton width={120} height={20} /> : formatNumber('0', 0, kit.locale) : shown}
        </output>
        <TokenPill controller={controller} target="toToken" />
      </div>
      <div className="swap-line">
        <span className="num clip">{fiat ? fiatText(fiat, kit.locale) : ''}</span>
        <span className="num swap-balance">
          {balance && t('swaps.balance', { amount: formatToken(balance, undefined, kit.locale) })}
        </span>
      </div>
    </div>
  )
}
