import { useEffect } from 'react'
import { dateFormat, formatToken, parseDecimal, type PluginKit, type ViewProps } from 'walletkit/plugin'
import {
  BareRow,
  Button,
  Panel,
  Row,
  Tag,
  Tile,
  useActive,
  useOnline,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { OnRampController } from '../controller.ts'
import { onrampMessages } from '../messages.ts'
import type { Purchase, PurchaseStatus } from '../shape.ts'
import { Gate } from './Gate.tsx'
import css from './onramp.css.ts'

/** The purchases of the account, newest first. */
export default function ActivityView({ kit, controller }: ViewProps<OnRampController>) {
  useSheet(css)
  return (
    <Gate kit={kit} controller={controller}>
      <List kit={kit} controller={controller} />
    </Gate>
  )
}

function List({ kit, controller }: { kit: PluginKit; controller: OnRampController }) {
  const t = useText(onrampMessages)
  const online = useOnline()
  const { account } = useActive(kit)
  const { status, purchases } = useSnapshot(controller.state).activity
  useEffect(() => void controller.fetchActivity(), [controller, account.caipAddress, online])
  if (status === 'loading')
    return (
      <div className="pad" role="status" aria-label={t('onramp.loading')}>
        {[0, 1, 2].map((at) => (
          <BareRow key={at} round note />
        ))}
      </div>
    )
  if (status === 'failed')
    return (
      <Panel
        icon={online ? 'warning' : 'offline'}
        title={t(online ? 'onramp.activityFailed' : 'onramp.activityOffline')}
        action={
          online && (
            <Button size="m" icon="retry" onClick={() => void controller.fetchActivity()}>
              {t('onramp.retry')}
            </Button>
          )
        }
      >
        {t(online ? 'onramp.activityFailedText' : 'onramp.activityOfflineText')}
      </Panel>
    )
  if (purchases.length === 0)
    return (
      <Panel
        icon="card"
        title={t('onramp.empty')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.reset('OnRampProviders')}>
            {t('onramp.start')}
          </Button>
        }
      >
        {t('onramp.emptyText')}
      </Panel>
    )
  return (
    <ul role="list" className="pad">
      {purchases.map((purchase) => (
        <li key={purchase.id}>
          <Bought kit={kit} purchase={purchase} />
        </li>
      ))}
    </ul>
  )
}

const TONES = { progress: 'warning', success: 'success', failed: 'error' } as const satisfies Record<
  PurchaseStatus,
  string
>

function Bought({ kit, purchase: { symbol, amount, iconUrl, status, at } }: { kit: PluginKit; purchase: Purchase }) {
  const t = useText(onrampMessages)
  const parsed = parseDecimal(amount ?? '')
  const date = dateFormat(kit.locale, { dateStyle: 'medium' }).format(at)
  return (
    <Row
      name={t('onramp.bought', { symbol })}
      note={date}
      image={<Tile name={symbol} src={iconUrl} size={40} round />}
      end={
        <span className="onramp-end">
          {parsed && (
            <bdi className="label num">{`${status === 'success' ? '+' : ''}${formatToken(parsed, undefined, kit.locale)} ${symbol}`}</bdi>
          )}
          <Tag tone={TONES[status]}>{t(`onramp.status.${status}`)}</Tag>
        </span>
      }
    />
  )
}
