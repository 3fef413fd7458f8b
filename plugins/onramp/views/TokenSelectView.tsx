import { useEffect, useRef, useState } from 'react'
import type { PluginKit, ViewProps } from 'walletkit/plugin'
import {
  BareRow,
  Banner,
  NoResult,
  Row,
  SearchField,
  Tile,
  useActive,
  useOnline,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { OnRampController } from '../controller.ts'
import { onrampMessages } from '../messages.ts'
import { Gate } from './Gate.tsx'
import css from './onramp.css.ts'

/** Lists all tokens for sale. Those that the account cannot receive stay in the list with a note. */
export default function TokenSelectView({ kit, controller }: ViewProps<OnRampController>) {
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
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { network } = useActive(kit)
  const { source, purchaseCurrencies, purchaseCurrency } = useSnapshot(controller.state)
  const wanted = search.trim().toLowerCase()
  const found = purchaseCurrencies.filter((each) => `${each.name} ${each.symbol}`.toLowerCase().includes(wanted))
  const isLoading = source === 'loading' || source === 'none'
  return (
    <div className="pad onramp-select">
      {!online && <Banner icon="offline">{t('onramp.offline')}</Banner>}
      <SearchField
        ref={field}
        label={t('onramp.search')}
        clearLabel={t('onramp.clearSearch')}
        value={search}
        onValue={setSearch}
        autoFocus
      />
      {isLoading ? (
        <div className="onramp-list" role="status" aria-label={t('onramp.loading')}>
          {[0, 1, 2].map((at) => (
            <BareRow key={at} round note />
          ))}
        </div>
      ) : found.length === 0 ? (
        <NoResult
          title={t('onramp.noResult')}
          clearLabel={t('onramp.clearSearch')}
          clear={() => setSearch('')}
          field={field}
        >
          {t('onramp.noResultText', { text: search.trim() })}
        </NoResult>
      ) : (
        <ul role="list" className="onramp-list" aria-label={t('onramp.tokens')}>
          {found.map((each) => {
            const to = controller.arrival(each)
            return (
              <li key={each.id}>
                <Row
                  id={each.id}
                  name={each.name}
                  note={
                    <>
                      <bdi>{each.symbol}</bdi> ·{' '}
                      {to
                        ? t('onramp.on', { network: to.network.display_name })
                        : t('onramp.notHere', { network: network?.name ?? '' })}
                    </>
                  }
                  image={<Tile name={each.symbol} src={each.iconUrl} size={40} round />}
                  current={each.id === purchaseCurrency}
                  disabled={!to}
                  onClick={() => controller.setCurrency(each.id)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
