import { useEffect, useState } from 'react'
import { contactNames, type PluginKit, type ViewProps } from 'walletkit/plugin'
import { Banner, BareRow, Button, Panel, useActive, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { ApprovalsController } from '../controller.ts'
import { approvalMessages } from '../messages.ts'
import { isFrozen, UNREAD } from '../state.ts'
import { Choice } from './Choice.tsx'
import { Grants } from './Grants.tsx'
import css from './approvals.css.ts'

type Props = { kit: PluginKit; controller: ApprovalsController }

/** Lists who may take what from the account. One button ends the chosen approvals together. */
export default function ApprovalsView({ kit, controller }: ViewProps<ApprovalsController>) {
  useSheet(css)
  const t = useText(approvalMessages)
  const { account, network } = useActive(kit)
  useEffect(() => controller.enter(), [controller])
  if (!account.address)
    return (
      <Panel
        icon="wallet"
        title={t('approvals.disconnected')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.reset('Connect')}>
            {t('approvals.connect')}
          </Button>
        }
      >
        {t('approvals.disconnectedText')}
      </Panel>
    )
  if (account.namespace !== 'eip155' && account.namespace !== 'solana')
    return (
      <Panel
        icon="network"
        title={t('approvals.elsewhere')}
        action={
          <Button size="m" onClick={() => kit.push('Networks')}>
            {t('approvals.chooseNetwork')}
          </Button>
        }
      >
        {t('approvals.elsewhereText', { network: network?.name ?? '' })}
      </Panel>
    )
  return <List kit={kit} controller={controller} />
}

function List({ kit, controller }: Props) {
  const t = useText(approvalMessages)
  const online = useOnline()
  const { account, network } = useActive(kit)
  const { list, more, unread, issued, failed, chosen, ending } = useSnapshot(controller.state)
  if (!list && failed)
    return (
      <Panel
        icon="warning"
        title={t('approvals.failed')}
        action={
          <Button size="m" icon="retry" onClick={() => void controller.load()}>
            {t('approvals.retry')}
          </Button>
        }
      >
        {t('approvals.failedText')}
      </Panel>
    )
  if (!list)
    return (
      <div className="pad" role="status" aria-label={t('approvals.loading')}>
        {[0, 1, 2].map((at) => (
          <BareRow key={at} round note />
        ))}
      </div>
    )
  const isSolana = account.namespace === 'solana'
  // What was not read may be approved: say "nothing" only of what was.
  const isUnsure = more > 0 || unread > 0
  if (!list.length)
    return (
      <>
        <Panel
          icon={isUnsure ? 'warning' : 'shield'}
          title={t(isUnsure ? 'approvals.failed' : 'approvals.empty')}
          action={
            <Button size="m" icon="retry" onClick={() => void controller.load()}>
              {t('approvals.retry')}
            </Button>
          }
        >
          {issued.length || isUnsure
            ? undefined
            : t(isSolana ? 'approvals.emptySolana' : 'approvals.emptyText', { network: network?.name ?? '' })}
        </Panel>
        <Beside controller={controller} padded />
        <Grants kit={kit} controller={controller} />
      </>
    )
  const label = ending
    ? t('approvals.confirm', { done: ending.done, count: ending.count })
    : chosen.length
      ? t('approvals.end', { count: chosen.length })
      : t('approvals.choose')
  return (
    <div className="pad approvals">
      {!online && <Banner icon="offline">{t('approvals.offline')}</Banner>}
      <p className="text approvals-intro">{t(isSolana ? 'approvals.introSolana' : 'approvals.intro')}</p>
      <Beside controller={controller} />
      <Rows kit={kit} controller={controller} />
      <Grants kit={kit} controller={controller} />
      <div className="footer">
        <Button
          kind="primary"
          wide
          disabled={!chosen.length || !online || ending !== undefined}
          onClick={() => void controller.end()}
        >
          <span aria-live="polite">{label}</span>
        </Button>
      </div>
    </div>
  )
}

/** What the list itself does not show, such as how far it looked and what can be taken without an approval. */
function Beside({ controller, padded }: Pick<Props, 'controller'> & { padded?: boolean }) {
  const t = useText(approvalMessages)
  const { list = [], blocks, more, unread, issued, runs } = useSnapshot(controller.state)
  const frozen = list.some(isFrozen)
  if (blocks === undefined && !more && !unread && !issued.length && !runs && !frozen) return null
  return (
    <div className={padded ? 'pad bones approvals-beside' : 'bones approvals-beside'}>
      {blocks !== undefined && <Banner icon="info">{t('approvals.partial', { blocks: blocks.toString() })}</Banner>}
      {more > 0 && <Banner icon="warning">{t('approvals.more', { count: more })}</Banner>}
      {unread > 0 && <Banner icon="warning">{t('approvals.unread', { count: unread })}</Banner>}
      {issued.length > 0 && (
        <Banner icon="warning" tone="warning">
          {t('approvals.issued', { tokens: issued.join(', ') })}
        </Banner>
      )}
      {runs === UNREAD && <Banner icon="warning">{t('approvals.codeUnread')}</Banner>}
      {runs !== undefined && runs !== UNREAD && <Banner icon="info">{t('approvals.code', { address: runs })}</Banner>}
      {frozen && <Banner icon="info">{t('approvals.frozenText')}</Banner>}
    </div>
  )
}

function Rows({ kit, controller }: Props) {
  const t = useText(approvalMessages)
  const [nameOf] = useState(() => contactNames(kit))
  const { list = [], chosen } = useSnapshot(controller.state)
  return (
    <ul role="list" aria-label={t('approvals.list')}>
      {list.map((each) => (
        <li key={each.key}>
          <Choice
            kit={kit}
            controller={controller}
            approval={each}
            isChosen={chosen.includes(each.key)}
            nameOf={nameOf}
          />
        </li>
      ))}
    </ul>
  )
}
