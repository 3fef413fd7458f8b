import { useEffect } from 'react'
import type { PluginKit, ViewProps } from 'walletkit/plugin'
import { Banner, BareRow, Icon, Row, Tile, useActive, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { OnRampController } from '../controller.ts'
import { MOCK_QUOTE_ID } from '../defaults.ts'
import { onrampMessages } from '../messages.ts'
import { Cards } from './Cards.tsx'
import { Figures } from './Figures.tsx'
import { Gate } from './Gate.tsx'
import css from './onramp.css.ts'

/** The form: amounts, quote and providers. Pressing a provider opens its page. */
export default function ProvidersView({ kit, controller }: ViewProps<OnRampController>) {
  useSheet(css)
  const { count } = useSnapshot(controller.visits)
  // `count` changes when the modal opens again while this screen is still mounted: a new visit begins then.
  useEffect(() => controller.opened(), [controller, count])
  useEffect(() => controller.enter(), [controller, count])
  return (
    <Gate kit={kit} controller={controller}>
      <Form kit={kit} controller={controller} />
    </Gate>
  )
}

type Props = { kit: PluginKit; controller: OnRampController }

function Form({ kit, controller }: Props) {
  const t = useText(onrampMessages)
  const online = useOnline()
  const { network } = useActive(kit)
  const { source, quote } = useSnapshot(controller.state)
  const to = controller.arrival()
  return (
    <div className="pad">
      <div className="onramp-cards">
        <Cards kit={kit} controller={controller} />
      </div>
      <Figures kit={kit} controller={controller} />
      {!online && <Banner icon="offline">{t('onramp.offline')}</Banner>}
      {to?.elsewhere && (
        <Banner icon="info" tone="warning">
          {t('onramp.elsewhere', { there: to.network.display_name, here: network?.name ?? '' })}
        </Banner>
      )}
      {quote?.quoteId === MOCK_QUOTE_ID && (
        <Banner icon="info" tone="warning">
          {t('onramp.estimateText', { id: quote.quoteId })}
        </Banner>
      )}
      {source === 'fallback' && (
        <Banner icon="info" tone="warning">
          {t('onramp.defaults')}{' '}
          <button type="button" className="link" onClick={() => void controller.load()}>
            {t('onramp.retry')}
          </button>
        </Banner>
      )}
      <Providers kit={kit} controller={controller} />
      <div className="onramp-foot">
        <button type="button" className="link" onClick={controller.whatIsABuy}>
          {t('onramp.what')}
        </button>
        <button type="button" className="link" onClick={() => controller.pick('OnRampActivity')}>
          {t('onramp.purchases')}
        </button>
      </div>
    </div>
  )
}

function Providers({ kit, controller }: Props) {
  const t = useText(onrampMessages)
  const online = useOnline()
  const { network } = useActive(kit)
  const { source } = useSnapshot(controller.state)
  const providers = controller.providers()
  const isLoading = source === 'loading' || source === 'none'
  return (
    <section className="onramp-providers" aria-label={t('onramp.choose')}>
      <h2>{t('onramp.choose')}</h2>
      {isLoading ? (
        [0, 1].map((at) => <BareRow key={at} note />)
      ) : providers.length === 0 ? (
        <p className="note onramp-note">{t('onramp.noProviders', { network: network?.name ?? '' })}</p>
      ) : (
        <ul role="list">
          {providers.map((provider) => (
            <li key={provider.name}>
              <Row
                id={provider.name}
                name={provider.label}
                note={t('onramp.feeRange', { range: provider.feeRange })}
                image={<Tile name={provider.label} src={provider.iconUrl} size={40} />}
                end={
                  <>
                    <span className="sr">{t('onramp.opens')}</span>
                    <Icon name="external" size={16} />
                  </>
                }
                disabled={!online || !controller.mayBuy()}
                onClick={() => void controller.buy(provider)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
