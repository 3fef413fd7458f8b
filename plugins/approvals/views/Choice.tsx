import type { ComponentProps } from 'react'
import { dateFormat, formatToken, type PluginKit, shortAddress } from 'walletkit/plugin'
import { Tag, TokenTile, useText } from 'walletkit/ui'
import { isUnlimited } from '../approval.ts'
import { isEndless, isWhole } from '../delegate.ts'
import { approvalMessages } from '../messages.ts'
import { type Approval, isFrozen } from '../state.ts'

type Props = {
  kit: PluginKit
  network: ComponentProps<typeof TokenTile>['network']
  approval: Approval
  isChosen: boolean
  onChoose: () => void
  nameOf: (address: string) => string | undefined
}

/** One approval, which the visitor can choose to end. */
export function Choice({ kit, network, approval, isChosen, onChoose, nameOf }: Props) {
  const t = useText(approvalMessages)
  const { kind, token, spender, symbol, iconUrl } = approval
  const expires = kind === 'delegate' ? undefined : approval.expires
  const address = nameOf(spender) ?? shortAddress(spender)
  const when = expires !== undefined && dateFormat(kit.locale, { dateStyle: 'medium' }).format(expires)
  const note = when ? t('approvals.until', { address, when }) : t('approvals.spender', { address })
  return (
    <label className="row approvals-row">
      <input type="checkbox" checked={isChosen} disabled={isFrozen(approval)} onChange={onChoose} />
      <TokenTile name={symbol ?? '?'} src={iconUrl} address={token} network={network} />
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

/** Shows how much may be taken. */
function Extent({ kit, approval }: { kit: PluginKit; approval: Approval }) {
  const t = useText(approvalMessages)
  if (approval.kind === 'item') return <Tag tone="warning">{t('approvals.item', { id: approval.id.toString() })}</Tag>
  if (approval.kind === 'collection') return <Tag tone="error">{t('approvals.collection')}</Tag>
  const isDelegate = approval.kind === 'delegate'
  if (isFrozen(approval)) return <Tag tone="warning">{t('approvals.frozen')}</Tag>
  if (isDelegate ? isEndless(approval) : isUnlimited(approval))
    return <Tag tone="error">{t('approvals.unlimited')}</Tag>
  const { amount, decimals } = approval
  if (amount === undefined || decimals === undefined) return <Tag tone="warning">?</Tag>
  return (
    <span className="approvals-extent">
      <bdi className="label num">{formatToken({ value: amount, decimals }, undefined, kit.locale)}</bdi>
      {isDelegate && isWhole(approval) && <Tag tone="error">{t('approvals.whole')}</Tag>}
    </span>
  )
}
