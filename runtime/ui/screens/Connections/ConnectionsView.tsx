import { useEffect, useRef } from 'react'
import { disconnect, switchAccount, switchConnection } from '../../../actions/index.ts'
import { allConnections } from '../../../state/entries.ts'
import { push, reset } from '../../../state/navigate.ts'
import { useKit, usePreload, useSheet, useSnapshot, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import networksCss from '../networks.css.ts'
import { useDisconnect } from '../useDisconnect.ts'
import { Accounts } from './Accounts.tsx'
import css from './connections.css.ts'
import { connectionsMessages } from './connections.messages.ts'
import { groupsOf, type WalletGroup } from './groups.ts'
import { useAct } from './useAct.ts'
import { endingOf, WalletCard } from './WalletCard.tsx'

/** The connected wallets, and the accounts of the active one. */
export default function ConnectionsView() {
  useSheet(networksCss)
  useSheet(css)
  const kit = useKit()
  const t = useText(connectionsMessages)
  const preload = usePreload()
  const { running, said, act } = useAct()
  const { leaving, leave } = useDisconnect()
  const list = useRef<HTMLUListElement>(null)
  useSnapshot(kit.state.connections)
  const { activeChain } = useSnapshot(kit.state.networks)
  const connections = allConnections(kit).map(({ shown }) => shown)
  const active = connections.find(({ isActive, namespace }) => isActive && namespace === activeChain)
  const isEmpty = connections.length === 0

  // The last wallet may disconnect while the screen is open, and a site may open it without one.
  useEffect(() => {
    if (isEmpty && kit.state.router.view === 'Connections') reset(kit.state.router, 'Connect')
  }, [kit, isEmpty])

  const end = ({ key, name, members: [connection] }: WalletGroup) => {
    if (!connection) return
    const ending = async () => {
      // Ignore the error: `disconnect` has reported it, and ended the session on this page anyway.
      await disconnect(kit, { connection }).catch(() => undefined)
      // Move the focus to the list, because the button that had it is gone.
      list.current?.focus()
    }
    act(endingOf(key), ending, t('connections.ended', { wallet: name }))
  }
  const connectAnother = () => {
    kit.state.modal.namespace = undefined
    push(kit.state.router, 'Connect')
  }
  return (
    <>
      <div className="pad connections" aria-busy={running !== undefined}>
        <span className="sr" role="status">
          {said}
        </span>
        <ul role="list" ref={list} tabIndex={-1} className="connection-list" aria-label={t('connections.list')}>
          {groupsOf(connections).map((group) => (
            <WalletCard
              key={group.key}
              group={group}
              running={running}
              onEnd={end}
              onUse={(connection) =>
                act(
                  connection.id,
                  () => switchConnection(kit, { connection }),
                  t('connections.switched', { wallet: connection.name }),
                )
              }
            />
          ))}
        </ul>
        {active && (
          <Accounts
            connection={active}
            running={running}
            onChoose={(address) => act(address, () => switchAccount(kit, { address }), t('connections.account'))}
          />
        )}
        <Button wide icon="wallet" onClick={connectAnother} onPointerEnter={() => preload('Connect')}>
          {t('connections.add')}
        </Button>
      </div>
      <div className="foot foot-center">
        <button type="button" className="leave" disabled={leaving} onClick={leave} data-id="disconnect-all">
          {leaving ? <Spinner /> : <Icon name="disconnect" />}
          {t('connections.all')}
        </button>
      </div>
    </>
  )
}
