import { type ReactNode, useEffect } from 'react'
import type { PluginKit, ViewProps } from 'walletkit/plugin'
import { Button, Panel, useActive, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { ApprovalsController } from '../controller.ts'
import { approvalMessages } from '../messages.ts'
import { hasRemarks, isUnsure, isWaiting, namesOf } from '../state.ts'
import { Grants } from './Grants.tsx'
import { List } from './List.tsx'
import { Bones, Heading, Remarks } from './Section.tsx'
import css from './approvals.css.ts'

type Props = { kit: PluginKit; controller: ApprovalsController }

/** Lists who may take what from the account, network by network. One button ends the chosen approvals. */
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
  return <Found kit={kit} controller={controller} />
}

function Found({ kit, controller }: Props) {
  const t = useText(approvalMessages)
  const { sections } = useSnapshot(controller.state)
  const [first] = sections
  if (!first || (sections.length === 1 && isWaiting(first))) return <Bones />
  if (sections.every(({ list, failed }) => !list && failed))
    return (
      <Nothing controller={controller} isUnread>
        {t('approvals.failedText')}
      </Nothing>
    )
  const unsure = sections.filter(isUnsure).length
  const isEmpty = sections.every(({ list, failed }) => list?.length === 0 && !failed)
  if (!isEmpty || (unsure > 0 && unsure < sections.length)) return <List kit={kit} controller={controller} />
  const isSolana = first.network.chainNamespace === 'solana'
  const isToldElse = unsure > 0 || sections.some(({ issued }) => issued.length)
  return (
    <>
      <Nothing controller={controller} isUnread={unsure > 0}>
        {isToldElse
          ? undefined
          : t(isSolana ? 'approvals.emptySolana' : 'approvals.emptyText', { network: namesOf(sections) })}
      </Nothing>
      {sections.some(hasRemarks) && (
        <div className="pad approvals">
          {sections.filter(hasRemarks).map((section) => (
            <section key={section.network.caipNetworkId} className="approvals-network">
              {sections.length > 1 && <Heading network={section.network} />}
              <Remarks section={section} />
            </section>
          ))}
        </div>
      )}
      <Grants kit={kit} controller={controller} />
    </>
  )
}

/** Says that no network has an approval, or, with `isUnread`, that approvals could not be read. */
function Nothing({
  controller,
  isUnread,
  children,
}: Pick<Props, 'controller'> & { isUnread: boolean; children: ReactNode }) {
  const t = useText(approvalMessages)
  return (
    <Panel
      icon={isUnread ? 'warning' : 'shield'}
      title={t(isUnread ? 'approvals.failed' : 'approvals.empty')}
      action={
        <Button size="m" icon="retry" onClick={() => void controller.load()}>
          {t('approvals.retry')}
        </Button>
      }
    >
      {children}
    </Panel>
  )
}
