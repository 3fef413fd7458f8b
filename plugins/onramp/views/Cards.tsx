import { useId } from 'react'
import { type PluginKit } from 'walletkit/plugin'
import { AmountInput, Skeleton, Tile, TokenPill, useActive, useSnapshot, useText } from 'walletkit/ui'
import { CHIPS, moneyText, readMoney } from '../amounts.ts'
import type { OnRampController } from '../controller.ts'
import { MOCK_QUOTE_ID } from '../defaults.ts'
import { onrampMessages } from '../messages.ts'

type Props = { kit: PluginKit; controller: OnRampController }

/** The two cards of the form: what the visitor pays and what they receive. */
export function Cards({ kit, controller }: Props) {
  const t = useText(onrampMessages)
  const noteId = useId()
  const { amount, paymentCurrency, source } = useSnapshot(controller.state)
  const limit = controller.limit()
  const limitText =
    limit.kind === 'low'
      ? t('onramp.low', { amount: moneyText(limit.least, paymentCurrency ?? '', kit.locale) })
      : limit.kind === 'high'
        ? t('onramp.high', { amount: moneyText(limit.most, paymentCurrency ?? '', kit.locale) })
        : limit.kind === 'none' && paymentCurrency
          ? t('onramp.noAmount')
          : ''
  return (
    <>
      <div className="onramp-card" data-invalid={limit.kind === 'low' || limit.kind === 'high' ? '' : undefined}>
        <p className="note muted-2">{t('onramp.pay')}</p>
        <div className="line">
          <AmountInput
            className="onramp-amount"
            data-long={(amount ?? '').length > 9 ? '' : undefined}
            data-live=""
            aria-label={t('onramp.amount')}
            aria-invalid={limitText !== '' || undefined}
            aria-describedby={noteId}
            maxLength={12}
            value={amount}
            onValue={controller.setAmount}
          />
          {paymentCurrency === undefined ? (
            <span className="bone onramp-pill-bone" aria-hidden="true" />
          ) : (
            <TokenPill
              name={paymentCurrency}
              label={t('onramp.currency', { currency: paymentCurrency })}
              onClick={() => controller.pick('OnRampFiatSelect')}
            />
          )}
        </div>
        <div className="onramp-chips" role="group" aria-label={t('onramp.chips')}>
          {CHIPS.map((chip) => (
            <button key={chip} type="button" aria-pressed={amount === chip} onClick={() => controller.setAmount(chip)}>
              {chip}
            </button>
          ))}
        </div>
      </div>
      <Bought kit={kit} controller={controller} loading={source === 'loading' || source === 'none'} />
      <p className="note onramp-note" id={noteId} role="status" data-bad={limitText ? '' : undefined}>
        {limitText || <Methods kit={kit} controller={controller} />}
      </p>
    </>
  )
}

function Bought({ kit, controller, loading }: Props & { loading: boolean }) {
  const t = useText(onrampMessages)
  const { network } = useActive(kit)
  const { quote, quoteLoading } = useSnapshot(controller.state)
  const currency = controller.currency()
  const to = controller.arrival()
  const isMock = quote?.quoteId === MOCK_QUOTE_ID
  const figure = quote ? readMoney(quote.purchaseAmount, kit.locale) : undefined
  const amount = isMock ? t('onramp.unknown') : currency ? figure?.replace(` ${currency.symbol}`, '') : figure
  return (
    <div className="onramp-card">
      <p className="note muted-2">{t('onramp.get')}</p>
      <div className="line">
        {quoteLoading || loading ? (
          <span className="onramp-amount" role="status" aria-label={t('onramp.loading')}>
            <Skeleton width={120} height={20} />
          </span>
        ) : (
          <span
            className={quote && !isMock ? 'onramp-amount clip num' : 'onramp-amount clip num muted'}
            data-long={amount !== undefined && amount.length > 9 ? '' : undefined}
          >
            {amount ?? '0'}
          </span>
        )}
        {loading || !currency ? (
          <span className="bone onramp-pill-bone" aria-hidden="true" />
        ) : (
          <TokenPill
            name={currency.symbol}
            image={<Tile name={currency.symbol} src={currency.iconUrl} size={24} round />}
            label={t('onramp.token', { symbol: currency.symbol })}
            onClick={() => controller.pick('OnRampTokenSelect')}
          />
        )}
      </div>
      <p className="note muted-2">
        {loading || !currency ? (
          <Skeleton width={120} />
        ) : to ? (
          t('onramp.on', { network: to.network.display_name })
        ) : (
          t('onramp.notHere', { network: network?.name ?? '' })
        )}
      </p>
    </div>
  )
}

/** The limits of each payment method. */
function Methods({ kit, controller }: Props) {
  const t = useText(onrampMessages)
  const { paymentCurrency } = useSnapshot(controller.state)
  return (controller.payment()?.payment_method_limits ?? [])
    .map(({ id, min, max }) => {
      const [from, to] = [min, max].map((amount) =>
        short(readMoney({ amount, currency: paymentCurrency ?? '' }, kit.locale)),
      )
      const key = id === 'card' ? 'card' : id === 'ach_bank_account' ? 'bank' : 'other'
      return t(`onramp.method.${key}`, { method: id, min: from ?? min, max: to ?? max })
    })
    .join(' · ')
}

/** Drops the decimals of whole amounts. */
const short = (text: string) => text.replace(/[.,]00(?=\D*$)/, '')
