import type { Snapshot } from 'valtio/vanilla'
import type { AccountState } from '../../../state/accounts.ts'
import { useText } from '../../context.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Spinner } from '../../parts/Panel.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { accountMessages } from '../account.messages.ts'
import { commonMessages } from '../common.messages.ts'
import { useDisconnect } from '../useDisconnect.ts'

/** The wallet behind the account, and the way out. */
export function WalletLine({ account }: { account: Snapshot<AccountState> | undefined }) {
  const t = useText(accountMessages)
  const common = useText(commonMessages)
  const { leaving, leave } = useDisconnect()
  const wallet = account?.connectedWalletInfo
  const type = account?.preferredAccountType
  return (
    <div className="wallet-line">
      {wallet && <Tile name={wallet.name} size={32} src={wallet.icon} />}
      <span className="grow">
        <span className="label clip">
          <bdi>{wallet?.name}</bdi>
        </span>
        {type && <span className="note clip">{t(`account.${type}`)}</span>}
      </span>
      <button type="button" className="leave" disabled={leaving} onClick={leave} data-id="disconnect">
        {leaving ? <Spinner /> : <Icon name="disconnect" />}
        {common('common.disconnect')}
      </button>
    </div>
  )
}
