import { useId } from 'react'
import { amountSize, formatToken, type PluginKit } from 'walletkit/plugin'
import { AmountCard, AmountInput, Skeleton, useSnapshot, useText } from 'walletkit/ui'
import type { SwapController } from '../controller.ts'
import * as form from '../form.ts'
import { swapsMessages } from '../messages.ts'
import { TokenPill } from './TokenPill.tsx'

const SHARES = [25, 50, 75, 100] as const

/**
 * The card of the token that the visitor pays: amount, token, value, balance, and buttons for percentages of the
 * maximum amount.
 */
export function PayCard({ kit, controller }: { kit: PluginKit; controller: SwapController }) {
  const t = useText(swapsMessages)
  const id = useId()
  const { sourceToken, sourceTokenAmount, status } = useSnapshot(controller.state)
  const balance = form.balance(controller)
  const fiat = form.worthOf(controller, sourceTokenAmount, controller.state.sourceToken)
  const max = form.max(controller)
  const error = form.amountError(controller)
  const isWrong =
    form.inputError(controller) !== undefined ||
    error !== undefined ||
    (sourceTokenAmount !== '' && sourceToken !== undefined && form.amount(controller) === undefined)
  return (
    <AmountCard
      hasField
      isWrong={isWrong}
      title={t('swaps.pay')}
      amount={
        <AmountInput
          className="amount"
          data-length={amountSize(sourceTokenAmount)}
          aria-label={t('swaps.amount')}
          aria-invalid={isWrong || undefined}
          aria-describedby={error === undefined ? undefined : id}
          value={sourceTokenAmount}
          onValue={controller.setAmount}
        />
      }
      token={<TokenPill controller={controller} target="sourceToken" />}
      value={fiat ? kit.fiat(fiat) : ''}
      balance={
        balance
          ? t('swaps.balance', { amount: formatToken(balance, undefined, kit.locale) })
          : (status === 'off' || status === 'loading') && <Skeleton width={80} />
      }
    >
      <div className="swap-shares" role="group" aria-label={t('swaps.shares')}>
        {SHARES.map((percent) => (
          <button
            key={percent}
            type="button"
            disabled={!max || max.value === 0n}
            aria-label={percent === 100 ? t('swaps.maxLabel') : t('swaps.shareLabel', { percent })}
            onClick={() => controller.setShare(percent)}
          >
            {percent === 100 ? t('swaps.max') : t('swaps.share', { percent })}
          </button>
        ))}
      </div>
      {error !== undefined && (
        <p className="swap-error note" id={id} role="alert">
          {error}
        </p>
      )}
    </AmountCard>
  )
}
