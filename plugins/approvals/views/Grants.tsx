import { dateFormat, type PluginKit } from 'walletkit/plugin'
import { Banner, Icon, Row, Tile, useSnapshot, useText } from 'walletkit/ui'
import type { ApprovalsController } from '../controller.ts'
import { approvalMessages } from '../messages.ts'

/** The sites that may act for the account by a smart session. A row opens the screen on which the session can end. */
export function Grants({ kit, controller }: { kit: PluginKit; controller: ApprovalsController }) {
  const t = useText(approvalMessages)
  const { grants, grantsFailed } = useSnapshot(controller.state)
  if (grantsFailed) return <Banner icon="warning">{t('approvals.sessionsFailed')}</Banner>
  if (!grants.length) return null
  const format = dateFormat(kit.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section className="approvals-sessions">
      <p className="text approvals-intro">{t('approvals.sessionsText')}</p>
      <ul role="list" aria-label={t('approvals.sessions')}>
        {grants.map(({ id, name, iconUrl, expiry }) => (
          <li key={id}>
            <Row
              id={id}
              name={name || t('approvals.unnamed')}
              note={t('approvals.sessionUntil', { when: format.format(expiry) })}
              image={<Tile name={name || t('approvals.unnamed')} src={iconUrl} />}
              end={<Icon name="chevron" size={16} />}
              onClick={() => controller.openGrant(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
