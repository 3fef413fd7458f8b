import { useEffect, useRef, useState } from 'react'
import { push } from '../../../actions/router.ts'
import { useKit, usePreload, useSnapshot, useText } from '../../context.ts'
import { BareRow } from '../../parts/BareRow.tsx'
import { Button } from '../../parts/Button.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Row, Tag } from '../../parts/Row.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { connectMessages } from '../connect.messages.ts'
import { AllWallets, offersAllWallets } from './AllWallets.tsx'
import { directoryState, hasDirectory } from './directory.ts'
import { chooseWallet, walletRows } from './rows.ts'
import { useDiscovered } from './useDiscovered.ts'

/** The wallet list: bones while the page's wallets are looked for, rows, or what a wallet is and where to get one. */
export function Wallets({ collapsed }: { collapsed: boolean }) {
  const kit = useKit()
  const t = useText(connectMessages)
  const preload = usePreload()
  const [shown, show] = useState(false)
  const discovered = useDiscovered()
  const list = useRef<HTMLUListElement>(null)
  // The button that opened the list is gone: its focus goes on to the first wallet.
  useEffect(() => {
    if (shown) list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [shown])
  useSnapshot(kit.state.connectors.list)
  const directory = directoryState(kit)
  const { waiting } = useSnapshot(directory)
  useSnapshot(kit.state.modal)
  if (collapsed && !shown)
    return (
      <Button wide icon="wallet" onClick={() => show(true)}>
        {t('connect.continue')}
      </Button>
    )
  const rows = walletRows(kit, directory.featured)
  const getWallet = () => {
    kit.track('CLICK_GET_WALLET')
    push(kit.state.router, 'GetWallet')
  }
  return (
    <>
      {discovered && rows.length + waiting === 0 && (
        <Panel
          icon="wallet"
          title={t('connect.none')}
          action={
            <Button kind="primary" size="m" onClick={getWallet} onPointerEnter={() => preload('GetWallet')}>
              {t('connect.getWallet')}
            </Button>
          }
        >
          {t('connect.noneText')}
        </Panel>
      )}
      <ul role="list" aria-label={t('connect.wallets')} ref={list}>
        {rows.map((row) => (
          <li key={row.key}>
            <Row
              id={row.key}
              name={row.name}
              image={<Tile name={row.name} src={row.image} />}
              end={
                row.tag && <Tag tone={row.tag === 'installed' ? 'success' : 'neutral'}>{t(`connect.${row.tag}`)}</Tag>
              }
              onIntent={() => preload(row.connector ? 'ConnectingExternal' : 'GetWallet')}
              onClick={() => chooseWallet(kit, row)}
            />
          </li>
        ))}
        {Array.from({ length: waiting + (discovered || rows.length ? 0 : 2) }, (_, at) => (
          <li key={at} aria-hidden="true">
            <BareRow />
          </li>
        ))}
        {offersAllWallets(kit) && (rows.length > 0 || hasDirectory(kit)) && (
          <li>
            <AllWallets />
          </li>
        )}
      </ul>
    </>
  )
}
