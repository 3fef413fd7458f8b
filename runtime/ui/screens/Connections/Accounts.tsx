import { shortAddress } from '../../../lib/shortAddress.ts'
import type { WalletConnection } from '../../../state/connections.ts'
import { useKit, useSnapshot, useText } from '../../context.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Row } from '../../parts/Row.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { accountMessages } from '../Account/account.messages.ts'
import { connectionsMessages } from './connections.messages.ts'

/** The accounts of the active wallet, in an order that a switch does not change. Hidden if the wallet has only one. */
export function Accounts({
  connection,
  running,
  onChoose,
}: {
  connection: WalletConnection
  running: string | undefined
  onChoose: (address: string) => void
}) {
  const kit = useKit()
  const t = useText(connectionsMessages)
  const { name, namespace, accounts } = connection
  const { addressLabels } = useSnapshot(kit.state.accounts)[namespace]
  const [shown] = accounts
  if (accounts.length < 2) return null
  const sorted = [...accounts].sort((a, b) => (a.address < b.address ? -1 : 1))
  return (
    <section className="connection-accounts">
      <h2 className="note">{t('connections.accounts', { wallet: name })}</h2>
      <ul role="list" aria-label={t('connections.accounts', { wallet: name })}>
        {sorted.map((account) => (
          <li key={account.address}>
            <AccountRow
              account={account}
              label={addressLabels.get(account.address)}
              isCurrent={account.address === shown?.address}
              isWaiting={running === account.address}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function AccountRow({
  account: { address, type },
  label,
  isCurrent,
  isWaiting,
  onChoose,
}: {
  account: WalletConnection['accounts'][number]
  label: string | undefined
  isCurrent: boolean
  isWaiting: boolean
  onChoose: (address: string) => void
}) {
  const t = useText(connectionsMessages)
  const account = useText(accountMessages)
  return (
    <Row
      id={address}
      name={label ?? <span className="num">{shortAddress(address, 6, 6)}</span>}
      note={account(`account.${type}`)}
      image={<Avatar address={address} size={32} />}
      current={isCurrent}
      end={
        isWaiting ? (
          <Spinner />
        ) : (
          isCurrent && (
            <span className="current">
              <Icon name="check" />
              <span className="sr">{t('connections.account')}</span>
            </span>
          )
        )
      }
      onClick={() => !isCurrent && onChoose(address)}
    />
  )
}
