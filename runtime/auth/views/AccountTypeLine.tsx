import { useState } from 'react'
import { coreError } from '../../errors/catalogue.ts'
import { report } from '../../state/report.ts'
import { useKit, useSheet, useSnapshot, useText } from '../../ui/context.ts'
import { Segment } from '../../ui/parts/Segment.tsx'
import { preferAccount } from '../driver.ts'
import type { EmbeddedAccountType } from '../messages.ts'
import css from './accountType.css.ts'
import { accountTypeMessages } from './accountType.messages.ts'

/** Lets the visitor choose the active one of a login's two EVM accounts. Renders nothing without two, or on Solana. */
export default function AccountTypeLine() {
  useSheet(css)
  const kit = useKit()
  const t = useText(accountTypeMessages)
  const { activeChain } = useSnapshot(kit.state.networks)
  const { allAccounts, preferredAccountType = 'eoa' } = useSnapshot(kit.state.accounts)[activeChain ?? 'eip155']
  const [changing, change] = useState<EmbeddedAccountType>()
  const [said, say] = useState('')
  const types = allAccounts.map(({ type }) => type)
  if (activeChain !== 'eip155' || !types.includes('eoa') || !types.includes('smartAccount')) return null
  const now = preferredAccountType === 'smartAccount' ? 'smartAccount' : 'eoa'
  const select = (type: EmbeddedAccountType) => {
    if (changing || type === now) return
    change(type)
    say(t('auth.changing'))
    preferAccount(kit, type)
      .then(() => {
        // The service may refuse the switch and keep the other account. Then show an error.
        if (kit.state.accounts.eip155.preferredAccountType !== type) throw coreError('SWITCH_ACCOUNT_FAILED')
        say(t('auth.changed', { type: t(`auth.${type}`) }))
      })
      .catch((error: unknown) => {
        say('')
        report(kit, error, 'SWITCH_ACCOUNT_FAILED')
      })
      .finally(() => change(undefined))
  }
  return (
    <div className="pad account-type" aria-busy={changing !== undefined} data-changing={changing}>
      <Segment
        label={t('auth.accountType')}
        items={[
          { key: 'smartAccount', label: t('auth.smartAccount') },
          { key: 'eoa', label: t('auth.eoa') },
        ]}
        value={changing ?? now}
        onChange={select}
      />
      <span className="sr" role="status">
        {said}
      </span>
    </div>
  )
}
