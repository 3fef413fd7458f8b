import { useEffect } from 'react'
import type { PluginKit, ViewProps } from 'walletkit/plugin'
import {
  BareRow,
  Banner,
  Button,
  Icon,
  Panel,
  Row,
  Tile,
  useOnline,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import { currencyName } from '../amounts.ts'
import type { OnRampController } from '../controller.ts'
import { onrampMessages } from '../messages.ts'
import { Gate } from './Gate.tsx'
import css from './onramp.css.ts'

/** Lists the payment currencies. */
export default function FiatSelectView({ kit, controller }: ViewProps<OnRampController>) {
  useSheet(css)
  const { count } = useSnapshot(controller.visits)
  useEffect(() => controller.enter(), [controller, count])
  return (
    <Gate kit={kit} controller={controller}>
      <List kit={kit} controller={controller} />
    </Gate>
  )
}

function List({ kit, controller }: { kit: PluginKit; controller: OnRampController }) {
  const t = useText(onrampMessages)
  const online = useOnline()
  const { source, paymentCurrencies, paymentCurrency } = useSnapshot(controller.state)
  if (source === 'loading' || source === 'none')
    return (
      <div className="pad" role="status" aria-label={t('onramp.loading')}>
        {[0, 1].map((at) => (
          <BareRow key={at} round note />
        ))}
      </div>
    )
  if (paymentCurrencies.length === 0)
    return (
      <Panel
        icon="card"
        title={t('onramp.noCurrencies')}
        action={
          <Button size="m" icon="retry" onClick={() => void controller.load()}>
            {t('onramp.retry')}
          </Button>
        }
      >
        {t('onramp.noCurrenciesText')}
      </Panel>
    )
  return (
    <div className="pad onramp-select">
      {!online && <Banner icon="offline">{t('onramp.offline')}</Banner>}
      <ul role="list" aria-label={t('onramp.currencies')}>
        {paymentCurrencies.map(({ id }) => (
          <li key={id}>
            <Row
              id={id}
              name={id}
              note={currencyName(id, kit.locale)}
              image={<Tile name={id} size={40} round />}
              end={id === paymentCurrency && <Icon name="check" />}
              current={id === paymentCurrency}
              onClick={() => controller.setPayment(id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
