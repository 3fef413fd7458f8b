import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Kit } from '../../../contracts/kit.ts'
import { push } from '../../../state/navigate.ts'
import { report } from '../../../state/report.ts'
import { showError } from '../../../state/showToast.ts'
import { namedWallets } from '../../../wallets/allowed.ts'
import { ahead } from '../../ahead/record.ts'
import { useKit, usePreload, useSelected, useSnapshot, useText } from '../../context.ts'
import { BareRow } from '../../parts/BareRow.tsx'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { WalletTile } from '../../parts/WalletTile.tsx'
import { connectMessages } from './connect.messages.ts'
import { AllWallets, offersAllWallets } from './AllWallets.tsx'
import { directoryState } from './directory.ts'
import { walletRows, type WalletRow } from './rows.ts'
import { useDiscovered } from './useDiscovered.ts'

/**
 * The code that runs when a row is pressed. Fetched ahead: on hover and focus, and by `LookAhead` (ConnectView.tsx).
 */
const choosing = () => import('./choose.ts')

/**
 * The wallet list, `collapsed` behind a button at first. Shows the rows that there are; without any, placeholders
 * during discovery, then an explanation of wallets and where to get one.
 */
export function Wallets({ collapsed }: { collapsed: boolean }) {
  const kit = useKit()
  const t = useText(connectMessages)
  const preload = usePreload()
  const [shown, show] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The button that opened the list disappeared, so move the focus to the first wallet.
  useEffect(() => {
    if (shown) list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [shown])
  useSnapshot(kit.state.connectors)
  useSnapshot(directoryState(kit))
  useSnapshot(namedWallets(kit))
  useSnapshot(kit.state.connections)
  useSelected(kit.state.connection, (connection) => connection.recentWallet)
  useSelected(kit.state.modal, (modal) => modal.namespace)
  const drawn = useDrawn(kit)
  if (collapsed && !shown)
    return (
      <Button wide icon="wallet" onClick={() => show(true)}>
        {t('connect.continue')}
      </Button>
    )
  const rows = drawn ?? walletRows(kit)
  const choose = (row: WalletRow) =>
    void choosing()
      .then(({ chooseWallet }) => chooseWallet(kit, row))
      .catch((error: unknown) => showError(kit.state.toast, report(kit, error, 'CHUNK_FAILED').message))
  const look = (row: WalletRow) =>
    void choosing()
      .then(({ wayTo }) => preload(wayTo(kit, row).view))
      // Ignore a failure here: a press loads the code again, and reports an error.
      .catch(() => undefined)
  return (
    <>
      {!rows.length && <NoWallets />}
      <ul role="list" aria-label={t('connect.wallets')} ref={list}>
        {rows.map((row) =>
          row.waiting ? (
            <Bone key={row.key} />
          ) : (
            <li key={row.key}>
              <Row
                id={row.key}
                name={row.name}
                image={<Picture row={row} />}
                end={row.tag && <Tag tone={TONES[row.tag]}>{t(`connect.${row.tag}`)}</Tag>}
                onIntent={() => look(row)}
                onClick={() => choose(row)}
              />
            </li>
          ),
        )}
        {!rows.length && <Bones />}
        {offersAllWallets(kit) && (
          <li>
            <AllWallets />
          </li>
        )}
      </ul>
    </>
  )
}

/** Shown when the list has no rows, once the installed wallets had time to announce themselves. */
function NoWallets() {
  const kit = useKit()
  const t = useText(connectMessages)
  const preload = usePreload()
  const getWallet = () => {
    kit.track('CLICK_GET_WALLET')
    push(kit.state.router, 'GetWallet')
  }
  if (!useDiscovered()) return null
  return (
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
  )
}

/** Shown while the list has no rows and the page still looks for wallets. */
const Bones = () => (useDiscovered() ? null : [0, 1].map((at) => <Bone key={at} />))

/**
 * The rows that were drawn before React had loaded, for the render that takes them over; `undefined` in any later one.
 */
const useDrawn = (kit: Kit) =>
  useSyncExternalStore(
    never,
    () => undefined,
    () => ahead(kit).rows,
  )
const never = () => () => undefined

const TONES = { installed: 'success', qrCode: 'accent', recent: 'neutral', multichain: 'neutral' } as const

function Picture({ row: { name, image, tag } }: { row: WalletRow }) {
  if (tag !== 'qrCode') return <WalletTile name={name} src={image} />
  return (
    <Tile name="" tone="accent">
      <Icon name="qr" />
    </Tile>
  )
}

const Bone = () => (
  <li aria-hidden="true">
    <BareRow />
  </li>
)
