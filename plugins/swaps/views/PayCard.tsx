import { useId } from 'react'
import { fiatText, formatToken, type PluginKit } from 'walletkit/plugin'
import { AmountInput, Skeleton, useSnapshot, useText } from 'walletkit/ui'
import type { SwapController } from '../controller.ts'
import { swapsMessages } from '../messages.ts'
import { sizeStep } from './figures.ts'
import { TokenPill } from './TokenPill.tsx'

const SHARES = [25, 50, 75, 100] as const

/** The paid side: amount, token, value, balance, and buttons for percentages of the balance. */
export function PayCard({ kit, controller }: { kit: PluginKit; controller: SwapController }) {
  const t = useText(swapsMessages)
  const id = useId()
  const { sourceToken, sourceTokenAmount, inputError } = useSnapshot(controller.state)
  const { amountError, initialised } = useSnapshot(controller.checks)
  const { form } = controller
  const balance = form.balance()
  const fiat = form.worthOf(sourceTokenAmount, controller.state.sourceToken)
  const max = form.max()
  const isWrong =
    inputError !== undefined ||
    amountError !== undefined ||
    (sourceTokenAmount !== '' && sourceToken !== undefined && form.amount() === undefined)
  return (
    <div className="swap-card" data-focus="" data-over={isWrong || undefined}>
      <p className="note">{t('swaps.pay')}</p>
      <div className="swap-line">
        <AmountInput
          className="swap-amount"
          data-length={sizeStep(sourceTokenAmount)}
          aria-label={t('swaps.amount')}
          aria-invalid={isWrong || undefined}
          aria-describedby={amountError === undefined ? undefined : id}
          value={sourceTokenAmount}
          onValue={controller.setAmount}
        />
        <TokenPill controller={controller} target="sourceToken" />
      </div>
      <div className="swap-line">
        <span className="num clip">{fiat ? fiatText(fiat, kit.locale) : ''}</span>
        <span className="num swap-balance">
          {balance && t('swaps.balance', { amount: formatToken(balance, undefined, kit.locale) })}
          {!balance && !initialised && <Skeleton width={80} />}
        </span>
      </div>
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
      {amountError !== undefined && (
        <p className="swap-error note" id={id} role="alert">
          {amountError}
        </p>
      )}
    </div>
  )
}
