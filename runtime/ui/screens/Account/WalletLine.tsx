import type { Snapshot } from 'valtio/vanilla'
import type { Kit } from '../../../contracts/kit.ts'
import type { AccountState } from '../../../state/accounts.ts'
import { isEmbedded } from '../../../state/connections.ts'
import { allConnections } from '../../../state/entries.ts'
import { push } from '../../../state/navigate.ts'
import { groupsOf } from '../Connections/groups.ts'
import { useChunk } from '../../chunk.ts'
import { useKit, usePreload, useSnapshot, useText } from '../../context.ts'
import { Wall } from '../../Edge.tsx'
import { Failed } from '../../Failed.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { accountMessages } from './account.messages.ts'
import { commonMessages } from '../common.messages.ts'
import { useDisconnect } from '../useDisconnect.ts'

/** The account's wallet, which opens the list of connected wallets, and the disconnect button. */
export function WalletLine({ account }: { account: Snapshot<AccountState> | undefined }) {
  const kit = useKit()
  const t = useText(accountMessages)
  const common = useText(commonMessages)
  const { leaving, leave } = useDisconnect()
  const wallet = account?.connectedWalletInfo
  const type = account?.preferredAccountType
  const preload = usePreload()
  const { activeChain } = useSnapshot(kit.state.networks)
  useSnapshot(kit.state.connections)
  const others = groupsOf(allConnections(kit).map(({ shown }) => shown)).length - 1
  return (
    <>
      {isEmbedded(kit, activeChain) && kit.parts.auth && (
        <Wall kit={kit} failed={(reason, retry) => <Failed reason={reason} retry={retry} inline />}>
          <EmbeddedLine kit={kit} />
        </Wall>
      )}
      <div className="wallet-line">
        <button
          type="button"
          className="which grow"
          onClick={() => push(kit.state.router, 'Connections')}
          onPointerEnter={() => preload('Connections')}
          onFocus={() => preload('Connections')}
          data-id="connections"
        >
          {wallet && <Tile name={wallet.name} size={32} src={wallet.icon} />}
          <span>
            <span className="label clip">
              <bdi>{wallet?.name}</bdi>
            </span>
            {type && <span className="note">{t(`account.${type}`)}</span>}
          </span>
          <span className="sr">{t('account.wallets')}</span>
          {others > 0 && <span className="note num">+{others}</span>}
          <Icon name="chevron" size={16} />
        </button>
        <button type="button" className="leave" disabled={leaving} onClick={leave} data-id="disconnect">
          {leaving ? <Spinner /> : <Icon name="disconnect" />}
          {common('common.disconnect')}
        </button>
      </div>
    </>
  )
}

const accountLine = async ({ parts }: Kit) => (await parts.auth?.())?.default.accountLine()

/**
 * The controls of an embedded account. They load with the `auth` part. If that load fails, shows a line with a button
 * to try again.
 */
function EmbeddedLine({ kit }: { kit: Kit }) {
  const part = useChunk(() => accountLine(kit), accountLine)
  return part ? <part.default /> : <span className="bone method" />
}
