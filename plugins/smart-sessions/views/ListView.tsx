import { useEffect, useRef } from 'react'
import type { PluginKit, ViewProps } from 'walletkit/plugin'
import { Banner, BareRow, Button, Panel, useActive, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { SessionsController } from '../controller.ts'
import { sessionMessages } from '../messages.ts'
import type { Session } from '../session.ts'
import { Gate } from './Gate.tsx'
import { SessionCard } from './SessionCard.tsx'
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
  const list = useRef<HTMLUListElement>(null)
  const focusList = () => list.current?.focus()
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
        <ul role="list" className="session-cards" ref={list} tabIndex={-1} aria-label={t('sessions.list')}>
          {sessions.map((session) => (
            <li key={session.pci}>
              <SessionCard kit={kit} controller={controller} session={session as Session} ended={focusList} />
            </li>
          ))}
        </ul>
      ) : (
        <div role="status" className="session-cards" aria-label={t('sessions.loading')}>
          {[0, 1].map((at) => (
            <div key={at} className="session-card">
              <BareRow note />
              <span className="bone session-bone" />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
