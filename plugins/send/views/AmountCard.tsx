import { amountSize, formatToken, type PluginKit } from 'walletkit/plugin'
import { AmountCard as Card, AmountInput, Tile, TokenPill, useSnapshot, useText } from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import * as form from '../form.ts'
import { sendMessages } from '../messages.ts'
import { fiatAmount } from './figures.ts'

/** The amount with its token, its value in fiat, and the balance. */
export function AmountCard({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const t = useText(sendMessages)
  const { sendTokenAmount = '' } = useSnapshot(controller.state)
  const label = form.label(controller)
  const balance = form.balance(controller)
  const fiat = fiatAmount(controller)
  const max = form.max(controller)
  const buy = label === 'insufficientFunds' ? kit.feature('onramp') : undefined
  const isWrong = label === 'incorrectValue' || label === 'insufficientFunds'
  return (
    <Card
      hasField
      isWrong={isWrong}
      amount={
        <AmountInput
          className="amount"
          data-length={amountSize(sendTokenAmount)}
          aria-label={t('send.amount')}
          aria-invalid={isWrong || undefined}
          value={sendTokenAmount}
          onValue={controller.setAmount}
        />
      }
      token={<ChosenToken controller={controller} />}
      value={fiat && sendTokenAmount !== '' ? kit.fiat(fiat) : ''}
      balance={
        balance && (
          <>
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
          </>
        )
      }
    />
  )
}

/** The token to send; a press opens the token list. */
export function ChosenToken({ controller }: { controller: SendController }) {
  const t = useText(sendMessages)
  const { token } = useSnapshot(controller.state)
  return (
    <TokenPill
      isEmpty={!token}
      name={token ? token.symbol : t('send.chooseToken')}
      image={token && <Tile name={token.symbol} src={token.iconUrl} size={24} round />}
      label={token && t('send.changeToken', { symbol: token.symbol })}
      onClick={controller.pickToken}
    />
  )
}
