import { useEffect, useState } from 'react'
import { contactNames, dateFormat, formatToken, type PluginKit, shortAddress, type ViewProps } from 'walletkit/plugin'
import {
  Banner,
  BareRow,
  Button,
  Panel,
  Tag,
  TokenTile,
  useActive,
  useOnline,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import { isUnlimited } from '../approval.ts'
import type { ApprovalsController } from '../controller.ts'
import { approvalMessages } from '../messages.ts'
import type { Approval } from '../state.ts'
import css from './approvals.css.ts'

type Props = { kit: PluginKit; controller: ApprovalsController }

/** Lists which contracts may take what from the account. One button ends the chosen approvals together. */
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
  if (account.namespace !== 'eip155')
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
  const { network } = useActive(kit)
  const { list, blocks, failed, chosen, ending } = useSnapshot(controller.state)
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
  const part = blocks !== undefined && (
    <Banner icon="info">{t('approvals.partial', { blocks: blocks.toString() })}</Banner>
  )
  if (!list.length)
    return (
      <>
        <Panel
          icon="shield"
          title={t('approvals.empty')}
          action={
            <Button size="m" icon="retry" onClick={() => void controller.load()}>
              {t('approvals.retry')}
            </Button>
          }
        >
          {t('approvals.emptyText', { network: network?.name ?? '' })}
        </Panel>
        {part}
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
      <p className="text approvals-intro">{t('approvals.intro')}</p>
      {part}
      <Rows kit={kit} controller={controller} />
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

type ChoiceProps = Props & { approval: Approval; isChosen: boolean; nameOf: (address: string) => string | undefined }

function Choice({ kit, controller, approval, isChosen, nameOf }: ChoiceProps) {
  const t = useText(approvalMessages)
  const { key, kind, token, spender, symbol, iconUrl, expires } = approval
  const address = nameOf(spender) ?? shortAddress(spender)
  const when = expires !== undefined && dateFormat(kit.locale, { dateStyle: 'medium' }).format(expires)
  const note = when ? t('approvals.until', { address, when }) : t('approvals.spender', { address })
  return (
    <label className="row approvals-row">
      <input type="checkbox" checked={isChosen} onChange={() => controller.choose(key)} />
      <TokenTile name={symbol ?? '?'} src={iconUrl} address={token} network={kit.network()} />
      <span className="grow">
        <span className="label clip row-line">
          <bdi>{symbol ?? shortAddress(token)}</bdi>
        </span>
        <span className="note clip row-line" title={spender}>
          <bdi>{kind === 'permit2' ? `${note} (${t('approvals.viaPermit2')})` : note}</bdi>
        </span>
      </span>
      <Extent kit={kit} approval={approval} />
    </label>
  )
}

/** How much may be taken. */
function Extent({ kit, approval }: { kit: PluginKit; approval: Approval }) {
  const t = useText(approvalMessages)
  if (approval.kind === 'item') return <Tag tone="warning">{t('approvals.item', { id: approval.id.toString() })}</Tag>
  if (approval.kind === 'collection') return <Tag tone="error">{t('approvals.collection')}</Tag>
  const { amount, decimals } = approval
  if (isUnlimited(approval)) return <Tag tone="error">{t('approvals.unlimited')}</Tag>
  if (amount === undefined || decimals === undefined) return <Tag tone="warning">?</Tag>
  return <bdi className="label num">{formatToken({ value: amount, decimals }, undefined, kit.locale)}</bdi>
}
