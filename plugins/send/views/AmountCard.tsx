import { amountSize, formatToken, type PluginKit } from 'walletkit/plugin'
import { AmountInput, Icon, Tile, useSnapshot, useText } from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import * as form from '../form.ts'
import { sendMessages } from '../messages.ts'
import { fiatAmount } from './figures.ts'

/** The amount with its token, its value in fiat, and the balance. */
export function AmountCard({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const t = useText(sendMessages)
  const { token, sendTokenAmount = '' } = useSnapshot(controller.state)
  const label = form.label(controller)
  const balance = form.balance(controller)
  const fiat = fiatAmount(controller)
  const max = form.max(controller)
  const buy = label === 'insufficientFunds' ? kit.feature('onramp') : undefined
  const isWrong = label === 'incorrectValue' || label === 'insufficientFunds'
  return (
    <div className="send-card" data-focus="" data-over={isWrong || undefined}>
      <div className="send-line">
        <AmountInput
          className="send-amount"
          data-length={amountSize(sendTokenAmount)}
          aria-label={t('send.amount')}
          aria-invalid={isWrong || undefined}
          value={sendTokenAmount}
          onValue={controller.setAmount}
        />
        <button
          type="button"
          className="send-pill"
          data-empty={token ? undefined : ''}
          aria-label={token && t('send.changeToken', { symbol: token.symbol })}
          onClick={controller.pickToken}
        >
          {token && <Tile name={token.symbol} src={token.iconUrl} size={24} round />}
          <bdi className="clip">{token ? token.symbol : t('send.chooseToken')}</bdi>
          <Icon name="chevronDown" size={16} />
        </button>
      </div>
      <div className="send-line">
        <span className="num clip">{fiat && sendTokenAmount !== '' ? kit.fiat(fiat) : ''}</span>
        {balance && (
          <span className="num send-balance">
            {t('send.balance', { amount: formatToken(balance, undefined, kit.locale) })}
            {buy ? (
              <button type="button" className="send-max" onClick={buy}>
                {t('send.buy')}
              </button>
            ) : (
              max &&
              max.value > 0n && (
                <button type="button" className="send-max" aria-label={t('send.maxLabel')} onClick={controller.setMax}>
                  {t('send.max')}
                </button>
              )
            )}
          </span>
        )}
      </div>
    </div>
  )
}
