import { Fragment, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { walletImage } from '../../data/wallets.ts'
import type { ConnectMethod } from '../../host/slots.ts'
import { ordered, slotItems } from '../../state/slotItems.ts'
import { isMobile } from '../../lib/device.ts'
import type { Kit } from '../../kit.ts'
import { push } from '../../actions/router.ts'
import { useKit, usePreload, useSnapshot, useText } from '../context.ts'
import { Button } from '../parts/Button.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Panel } from '../parts/Panel.tsx'
import { Row, Tag } from '../parts/Row.tsx'
import { BareRow } from '../parts/BareRow.tsx'
import { Tile } from '../parts/Tile.tsx'
import { connectMessages } from './connect.messages.ts'
import { countTag, directoryState, hasDirectory } from './connect/directory.ts'
import { Legal, useConsent } from './connect/Legal.tsx'
import { chooseWallet, walletRows } from './connect/rows.ts'
import type { SlotItem as SlotItemType } from './SlotItem.tsx'
import { useDiscovered } from './connect/useDiscovered.ts'

/** The methods to connect in their configured order; the wallet list is the core's own. */
export function ConnectView() {
  const kit = useKit()
  const t = useText(connectMessages)
  const { features } = useSnapshot(kit.state.options)
  const { open, namespace = kit.state.networks.activeChain } = useSnapshot(kit.state.modal)
  const { asked, missing } = useConsent()
  const plugins = slotItems(kit, 'connectMethods').filter(
    ({ namespaces }) => !namespaces || !namespace || namespaces.includes(namespace),
  )
  const wallets = kit.config.enableWallets === false ? [] : [WALLETS]
  const methods = ordered([...plugins, ...wallets], [...(features.connectMethodsOrder ?? [])])
  const collapsed = features.collapseWallets === true || (features.emailShowWallets === false && plugins.length > 0)

  // After the rows are on the screen, and only once somebody looks: the list never waits for a service.
  const discovered = useDiscovered()
  useEffect(() => {
    if (!open || !discovered) return
    const ask = () =>
      void import('./connect/askDirectory.ts').then(({ askDirectory }) => askDirectory(kit)).catch(() => {})
    const timer = setTimeout(ask, 50)
    return () => clearTimeout(timer)
  }, [kit, open, discovered])

  return (
    <>
      <div className="pad connect">
        {asked && <Legal checkbox />}
        <fieldset disabled={missing} className="methods">
          {methods.map((item, at) => (
            <Fragment key={item.key}>
              {at > 0 && (item === WALLETS || methods[at - 1] === WALLETS) && (
                <div className="or">{t('connect.or')}</div>
              )}
              {'load' in item ? <Method item={item} /> : <Wallets collapsed={collapsed} />}
            </Fragment>
          ))}
        </fieldset>
      </div>
      {kit.config.enableWalletGuide !== false && <Guide />}
      {!asked && <Legal />}
    </>
  )
}

/** Fetched only where a plugin adds a method; one that cannot be fetched leaves the others. */
const SlotItem = lazy(async () => {
  const module = await import('./SlotItem.tsx').catch(() => undefined)
  return { default: module?.SlotItem ?? Nothing }
})
const Nothing: typeof SlotItemType = () => <></>

function Method({ item }: { item: ConnectMethod }) {
  const bone = <span className="bone method" />
  return (
    <Suspense fallback={bone}>
      <SlotItem item={item} waiting={bone} failed={() => null} />
    </Suspense>
  )
}

/** The wallet list's place among the methods: last, unless the site says otherwise. */
const WALLETS = { key: 'wallet', order: 1000 } as const

function Wallets({ collapsed }: { collapsed: boolean }) {
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

/** SHOW, unless the site said otherwise. */
function offersAllWallets({ state }: Kit): boolean {
  const setting: unknown = state.options.features.allWallets
  return setting === 'ONLY_MOBILE' ? isMobile() : setting !== 'HIDE' && setting !== false
}

function AllWallets() {
  const kit = useKit()
  const t = useText(connectMessages)
  const preload = usePreload()
  const directory = directoryState(kit)
  const { count } = useSnapshot(directory)
  const open = () => {
    kit.track('CLICK_ALL_WALLETS')
    push(kit.state.router, 'AllWallets')
  }
  return (
    <Row
      id="all-wallets"
      name={t('connect.allWallets')}
      image={
        <span className="mosaic" aria-hidden="true">
          {[0, 1, 2, 3].map((at) => {
            const wallet = directory.sample[at]
            return <Tile key={at} size={18} name={wallet?.name ?? ''} src={wallet && walletImage(kit, wallet)} />
          })}
        </span>
      }
      end={
        <>
          {count !== undefined && (
            <Tag>
              <span aria-hidden="true">{countTag(count)}</span>
              <span className="sr">{t('connect.walletCount', { count: countTag(count) })}</span>
            </Tag>
          )}
          <Icon name="chevron" size={16} />
        </>
      }
      onIntent={() => preload('AllWallets')}
      onClick={open}
    />
  )
}

function Guide() {
  const kit = useKit()
  const t = useText(connectMessages)
  const preload = usePreload()
  const open = () => {
    kit.track('CLICK_WALLET_HELP')
    push(kit.state.router, 'WhatIsAWallet')
  }
  return (
    <div className="foot guide">
      <span className="muted-2">{t('connect.newcomer')}</span>
      <button type="button" className="link" onClick={open} onPointerEnter={() => preload('WhatIsAWallet')}>
        {t('connect.start')}
      </button>
    </div>
  )
}
