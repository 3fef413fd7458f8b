import { useEffect, useState } from 'react'
import type { Wallet } from '../../config.ts'
import { fetchWallets, hasDirectory, walletImage } from '../../data/wallets.ts'
import { isAndroid, isIos, isMobile } from '../../lib/device.ts'
import { push } from '../../actions/router.ts'
import { useKit, useSheet, useText } from '../context.ts'
import { BareRow } from '../parts/BareRow.tsx'
import { Button } from '../parts/Button.tsx'
import { Icon, type IconName } from '../parts/Icon.tsx'
import { Panel } from '../parts/Panel.tsx'
import { Row } from '../parts/Row.tsx'
import { Tile } from '../parts/Tile.tsx'
import { getWalletMessages } from './getWallet.messages.ts'
import guideCss from './guide.css.ts'

/** Where a wallet can be had; without one, a few to choose from. */
export default function GetWalletView({ params }: { params: { wallet?: Wallet } | undefined }) {
  useSheet(guideCss)
  const kit = useKit()
  if (params?.wallet) return <Stores wallet={params.wallet} />
  return hasDirectory(kit) ? <Suggestions /> : <Anywhere />
}

/** Install links of one wallet, those of this device first. */
function Stores({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const t = useText(getWalletMessages)
  const all: {
    key: 'chrome' | 'ios' | 'android' | 'web' | 'home'
    icon: IconName
    href: string | null | undefined
    here: boolean
  }[] = [
    { key: 'chrome', icon: 'puzzle', href: wallet.chrome_store, here: !isMobile() },
    { key: 'ios', icon: 'phone', href: wallet.app_store, here: isIos() },
    { key: 'android', icon: 'phone', href: wallet.play_store, here: isAndroid() },
    { key: 'web', icon: 'network', href: wallet.webapp_link, here: false },
    { key: 'home', icon: 'network', href: wallet.homepage, here: false },
  ]
  const links = all.filter(({ href }) => isWebLink(href)).sort((a, b) => Number(b.here) - Number(a.here))
  const names = { wallet: wallet.name }
  return (
    <div className="pad">
      <div className="center get-head">
        <Tile name={wallet.name} size={64} src={walletImage(kit, wallet)} />
        <p className="title">{t(links.length ? 'get.title' : 'get.noLinks', names)}</p>
        <p className="text">{t(links.length ? 'get.text' : 'get.noLinksText')}</p>
      </div>
      <ul role="list" className="stores">
        {links.map(({ key, icon, href }) => (
          <li key={key}>
            <a className="row" href={href ?? undefined} target="_blank" rel="noopener noreferrer" data-id={key}>
              <Tile name="">
                <Icon name={icon} />
              </Tile>
              <span className="grow row-name">
                {t(`get.${key}`)}
                <span className="sr"> ({t('get.newTab')})</span>
              </span>
              <Icon name="external" size={16} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Links come from a directory: only web addresses are followed. */
const isWebLink = (href: string | null | undefined) => /^https?:\/\//i.test(href ?? '')

const SUGGESTED = 5

function Suggestions() {
  const kit = useKit()
  const t = useText(getWalletMessages)
  const [wallets, setWallets] = useState<readonly Wallet[]>()
  useEffect(() => {
    let live = true
    void fetchWallets(kit, { entries: SUGGESTED }).then(
      ({ wallets: found }) => live && setWallets(found),
      () => live && setWallets([]),
    )
    return () => void (live = false)
  }, [kit])
  if (wallets && !wallets.length) return <Anywhere />
  return (
    <ul role="list" className="pad" aria-label={t('get.list')} aria-busy={!wallets}>
      {wallets
        ? wallets.map((wallet) => (
            <li key={wallet.id}>
              <Row
                id={wallet.id}
                name={wallet.name}
                image={<Tile name={wallet.name} src={walletImage(kit, wallet)} />}
                end={<Icon name="chevron" size={16} />}
                // The same view again, with a wallet: the list is what Back goes to.
                onClick={() => push(kit.state.router, 'GetWallet', { wallet })}
              />
            </li>
          ))
        : Array.from({ length: SUGGESTED }, (_, at) => (
            <li key={at}>
              <BareRow />
            </li>
          ))}
    </ul>
  )
}

/** No directory to suggest from: what to do, and the reload that a new extension needs. */
function Anywhere() {
  const t = useText(getWalletMessages)
  return (
    <Panel
      icon="wallet"
      title={t('get.anyTitle')}
      action={
        <Button size="m" icon="retry" onClick={() => location.reload()}>
          {t('get.reload')}
        </Button>
      }
    >
      {t('get.anyText')}
    </Panel>
  )
}
