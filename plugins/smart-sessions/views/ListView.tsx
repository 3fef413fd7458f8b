import { useEffect } from 'react'
import type { PluginKit, ViewProps } from 'walletkit/plugin'
import {
  Banner,
  BareRow,
  Button,
  Icon,
  Panel,
  Row,
  Tile,
  useActive,
  useOnline,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { SessionsController } from '../controller.ts'
import { sessionMessages } from '../messages.ts'
import type { Session } from '../session.ts'
import { momentText } from '../words.ts'
import { Gate } from './Gate.tsx'
import css from './sessions.css.ts'

/** Lists the account's sessions that were not revoked. */
export default function ListView({ kit, controller }: ViewProps<SessionsController>) {
  useSheet(css)
  return (
    <Gate kit={kit} controller={controller}>
      <List kit={kit} controller={controller} />
    </Gate>
  )
}

function List({ kit, controller }: { kit: PluginKit; controller: SessionsController }) {
  const t = useText(sessionMessages)
  const online = useOnline()
  const { account } = useActive(kit)
  const { sessions, failed } = useSnapshot(controller.state)
  useEffect(() => void controller.load(), [controller, account.caipAddress])
  if (!sessions && failed)
    return (
      <Panel
        icon="warning"
        title={t('sessions.failed')}
        action={
          <Button size="m" icon="retry" onClick={() => void controller.load()}>
            {t('sessions.retry')}
          </Button>
        }
      >
        {t('sessions.failedText')}
      </Panel>
    )
  if (sessions?.length === 0)
    return (
      <Panel
        icon="key"
        title={t('sessions.empty')}
        action={
          <Button size="m" onClick={() => kit.back()}>
            {t('sessions.back')}
          </Button>
        }
      >
        {t('sessions.emptyText')}
      </Panel>
    )
  return (
    <div className="pad session-list">
      {!online && <Banner icon="offline">{t('sessions.offline')}</Banner>}
      <p className="text session-intro">{t('sessions.intro')}</p>
      {sessions ? (
        <ul role="list" aria-label={t('sessions.list')}>
          {sessions.map((session) => (
            <li key={session.pci}>
              <SessionRow kit={kit} session={session as Session} />
            </li>
          ))}
        </ul>
      ) : (
        <div role="status" aria-label={t('sessions.loading')}>
          {[0, 1, 2].map((at) => (
            <BareRow key={at} note />
          ))}
        </div>
      )}
    </div>
  )
}

function SessionRow({ kit, session }: { kit: PluginKit; session: Session }) {
  const t = useText(sessionMessages)
  const { app, expiry, pci } = session
  const name = app.name || t('sessions.unnamed')
  const isOver = expiry <= Date.now()
  return (
    <Row
      id={pci}
      name={name}
      note={isOver ? t('sessions.ended') : t('sessions.active', { when: momentText(expiry, kit.locale) })}
      image={<Tile name={name} src={app.iconUrl} />}
      end={<Icon name="chevron" size={16} />}
      onClick={() => kit.push('SmartSessionDetail', { pci })}
    />
  )
}
