import type { PluginKit } from 'walletkit/plugin'
import { Pairs, Skeleton, Tag, useSnapshot, useText } from 'walletkit/ui'
import { readMoney } from '../amounts.ts'
import type { OnRampController } from '../controller.ts'
import { MOCK_QUOTE_ID } from '../defaults.ts'
import { onrampMessages } from '../messages.ts'

/** The lines of the quote. A mock quote has the tag "estimate" beside its total. */
export function Figures({ kit, controller }: { kit: PluginKit; controller: OnRampController }) {
  const t = useText(onrampMessages)
  const { quote, quoteLoading, source } = useSnapshot(controller.state)
  const isComing = quoteLoading || source === 'loading' || source === 'none'
  const value = (money: { amount: string; currency: string } | undefined) =>
    money ? readMoney(money, kit.locale) : isComing ? <Skeleton width={64} /> : '–'
  // A mock quote repeats the entered amount in every field: show no figures for its fees.
  const isMock = quote?.quoteId === MOCK_QUOTE_ID
  return (
    <div className="onramp-figures">
      <Pairs
        items={[
          { label: t('onramp.subtotal'), value: value(quote?.paymentSubtotal) },
          { label: t('onramp.fee'), value: isMock ? t('onramp.byProvider') : value(quote?.coinbaseFee) },
          ...(!isMock && (!quote || quote.networkFee)
            ? [{ label: t('onramp.networkFee'), value: value(quote?.networkFee) }]
            : []),
          {
            label: t('onramp.total'),
            value: (
              <>
                {isMock && <Tag tone="warning">{t('onramp.estimate')}</Tag>}
                {value(quote?.paymentTotal)}
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
