import { Fragment, memo, useEffect } from 'react'
import type { Snapshot } from 'valtio/vanilla'
import type { Features } from '../../../contracts/config.ts'
import type { ConnectMethod } from '../../../contracts/slots.ts'
import { ownerOf } from '../../../state/plugins.ts'
import { ordered, slotItems } from '../../../state/slotItems.ts'
import { push } from '../../../state/navigate.ts'
import { useChunk } from '../../chunk.ts'
import { useKit, usePreload, useSelected, useSnapshot, useText } from '../../context.ts'
import { Wall } from '../../Edge.tsx'
import { Failed } from '../../Failed.tsx'
import { connectMessages } from './connect.messages.ts'
import { Legal, useConsent } from './Legal.tsx'
import { useDiscovered } from './useDiscovered.ts'
import { Wallets } from './Wallets.tsx'

/**
 * The ways to connect: the methods of plugins, and the runtime's wallet list unless the config leaves that out.
 * `ordered` decides their order. Does not render again just because the modal opens, which would delay the first frame.
 */
export const ConnectView = memo(function ConnectView() {
  const kit = useKit()
  const t = useText(connectMessages)
  const { features } = useSnapshot(kit.state.options)
  const filter = useSelected(kit.state.modal, (modal) => modal.namespace)
  const active = useSelected(kit.state.networks, (networks) => networks.activeChain)
  const namespace = filter ?? active
  const { asked, missing } = useConsent()
  const plugins = slotItems(kit, 'connectMethods').filter(
    ({ namespaces }) => !namespaces?.every((each) => !kit.chains.has(each) || (namespace && each !== namespace)),
  )
  const wallets = kit.config.enableWallets === false ? [] : [WALLETS]
  const methods = ordered(kit, [...plugins, ...wallets], [...(features.connectMethodsOrder ?? [])])
  const collapsed = features.collapseWallets === true || (features.emailShowWallets === false && plugins.length > 0)

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
              {'load' in item ? (
                <Wall
                  kit={kit}
                  owner={() => ownerOf(kit, item)?.id}
                  failed={(reason, retry) => <Failed reason={reason} retry={retry} inline />}
                >
                  <Method item={item} />
                </Wall>
              ) : (
                <Wallets collapsed={collapsed} />
              )}
            </Fragment>
          ))}
        </fieldset>
      </div>
      {kit.config.enableWalletGuide !== false && <Guide />}
      {!asked && <Legal />}
      <LookAhead />
    </>
  )
})

/**
 * Loads what the next step may need (lookAhead.ts), once the installed wallets were searched for and only while the
 * modal is open, so that the list shows without waiting for it.
 */
function LookAhead() {
  const kit = useKit()
  const open = useSelected(kit.state.modal, (modal) => modal.open)
  const discovered = useDiscovered()
  useEffect(() => {
    if (!open || !discovered) return
    const look = () =>
      void Promise.all([import('./lookAhead.ts'), import('./choose.ts')])
        .then(([{ lookAhead }]) => lookAhead(kit))
        .catch(() => {})
    const timer = setTimeout(look, 50)
    return () => clearTimeout(timer)
  }, [kit, open, discovered])
  return null
}

/** Loaded only if a plugin adds a method. */
const slotItem = () => import('../SlotItem.tsx')

function Method({ item }: { item: ConnectMethod }) {
  const { features } = useSnapshot(useKit().state.options)
  const bone = <span className="bone method" />
  const waiting = isTall(item, features) ? (
    <>
      {bone}
      {bone}
    </>
  ) : (
    bone
  )
  const part = useChunk(slotItem)
  return part ? <part.SlotItem item={item} waiting={waiting} /> : waiting
}

function isTall(item: ConnectMethod, features: Snapshot<Features>) {
  try {
    return item.isTall?.(features)
  } catch {
    return false
  }
}

/**
 * The wallet list's place among the methods. It comes after the methods of walletkit's plugins, unless
 * `connectMethodsOrder` or a higher `order` of a method says otherwise. Methods of third-party plugins come after the
 * list whatever their `order`, unless `connectMethodsOrder` contains them (see `ordered`).
 */
const WALLETS = { key: 'wallet', order: 1000 } as const

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
