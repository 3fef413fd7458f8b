import { amountOf, amountSize, formatNumber, formatToken, type PluginKit } from 'walletkit/plugin'
import { AmountCard, Skeleton, useSnapshot, useText } from 'walletkit/ui'
import type { SwapController } from '../controller.ts'
import { estimate, toTokenAmount } from '../figures.ts'
import { balance as balanceOf, worthOf } from '../form.ts'
import { swapsMessages } from '../messages.ts'
import { TokenPill } from './TokenPill.tsx'

/** The card of the token that the visitor receives. While the quote loads, shows an estimate from prices in grey. */
export function ReceiveCard({ kit, controller }: { kit: PluginKit; controller: SwapController }) {
  const t = useText(swapsMessages)
  const { toToken, status } = useSnapshot(controller.state)
  const received = toTokenAmount(controller)
  const isQuoting = status === 'quoting'
  const guess = isQuoting && received === '' ? estimate(controller) : '0'
  const isEstimate = received === '' && guess !== '0'
  const amount = isEstimate ? guess : received
  const shown = amount === '' || !toToken ? '' : formatToken(amountOf(amount, toToken.decimals), undefined, kit.locale)
  const balance = controller.state.toToken && balanceOf(controller, controller.state.toToken)
  const fiat = worthOf(controller, amount, controller.state.toToken)
  return (
    <AmountCard
      title={t('swaps.receive')}
      amount={
        <output
          className="amount"
          data-length={amountSize(shown)}
          data-live=""
          data-estimate={isEstimate || shown === '' || undefined}
          aria-label={t('swaps.received')}
          aria-busy={isQuoting}
        >
          {shown === '' ? isQuoting ? <Skeleton width={120} height={20} /> : formatNumber('0', 0, kit.locale) : shown}
        </output>
      }
      token={<TokenPill controller={controller} target="toToken" />}
      value={fiat ? kit.fiat(fiat) : ''}
      balance={balance && t('swaps.balance', { amount: formatToken(balance, undefined, kit.locale) })}
    />
  )
}
