import { type ReactNode, useEffect, useState } from 'react'
import type { Wallet } from '../../../contracts/config.ts'
import { walletImage } from '../../../wallets/wallet.ts'
import { fetchWallets, hasDirectory } from '../../../wallets/directory.ts'
import { isAndroid, isIos, isMobile } from '../../../lib/device.ts'
import { useKit, useSheet, useText } from '../../context.ts'
import { BareRow } from '../../parts/BareRow.tsx'
import { Button } from '../../parts/Button.tsx'
import { Icon, type IconName } from '../../parts/Icon.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { WalletTile } from '../../parts/WalletTile.tsx'
import { getWalletMessages } from './getWallet.messages.ts'
import guideCss from '../guide.css.ts'
import { Unreachable } from '../Unreachable.tsx'

/** Shows where to install a wallet; without a wallet, suggests a few. */
export default function GetWalletView({ params }: { params: { wallet?: Wallet } | undefined }) {
  useSheet(guideCss)
  const kit = useKit()
  if (params?.wallet) return <Stores wallet={params.wallet} />
  return hasDirectory(kit) ? <Suggestions /> : <Anywhere />
}

/** The install links of one wallet, those for this device first. */
function Stores({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const t = useText(getWalletMessages)
  const links = storesOf(wallet)
  const names = { wallet: wallet.name }
  return (
    <div className="pad">
      <div className="center get-head">
        <WalletTile name={wallet.name} size={64} src={walletImage(kit, wallet)} />
        <p className="title">{links.length ? <bdi>{wallet.name}</bdi> : t('get.noLinks', names)}</p>
        <p className="text">{t(links.length ? 'get.text' : 'get.noLinksText')}</p>
      </div>
      <ul role="list">
        {links.map(({ key, icon, href }) => (
          <li key={key}>
            <LinkRow href={href} name={t(`get.${key}`)}>
              <Tile name="">
                <Icon name={icon} />
              </Tile>
            </LinkRow>
          </li>
        ))}
      </ul>
    </div>
  )
}

function LinkRow({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  const t = useText(getWalletMessages)
  return (
    <a className="row" href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="grow clip">
        <bdi className="row-name">{name}</bdi>
        <span className="sr"> ({t('get.newTab')})</span>
      </span>
      <Icon name="external" size={16} />
    </a>
  )
}

type Store = { key: 'chrome' | 'ios' | 'android' | 'web' | 'home'; icon: IconName; href: string }

/** The install links, best first. The directory is untrusted, so only https addresses are used. */
function storesOf(wallet: Wallet): Store[] {
  const stores = [
    { key: 'chrome', icon: 'puzzle', href: wallet.chrome_store, here: !isMobile() },
    { key: 'ios', icon: 'phone', href: wallet.app_store, here: isIos() },
    { key: 'android', icon: 'phone', href: wallet.play_store, here: isAndroid() },
    { key: 'web', icon: 'network', href: wallet.webapp_link, here: false },
    { key: 'home', icon: 'network', href: wallet.homepage, here: false },
  ] as const
  return stores
    .toSorted((a, b) => Number(b.here) - Number(a.here))
    .flatMap(({ key, icon, href }) => (href && /^https:\/\//i.test(href) ? { key, icon, href } : []))
}

const SUGGESTED = 5

/** A few wallets of the directory, each with its best link to install it (`storesOf`). */
function Suggestions() {
  const kit = useKit()
  const t = useText(getWalletMessages)
  const [attempt, setAttempt] = useState(0)
  const [wallets, setWallets] = useState<readonly Wallet[] | 'failed'>()
  useEffect(() => {
    let live = true
    void fetchWallets(kit, { entries: SUGGESTED }).then(
      ({ wallets: found }) => live && setWallets(found.filter((wallet) => storesOf(wallet).length)),
      () => live && setWallets('failed'),
    )
    return () => void (live = false)
  }, [kit, attempt])
  const retry = () => {
    setWallets(undefined)
    setAttempt((count) => count + 1)
  }
  if (wallets === 'failed')
    return (
      <Unreachable
        retry={retry}
        failed={{ title: t('get.failed'), text: t('get.failedText') }}
        offline={{ title: t('get.offline'), text: t('get.offlineText') }}
      />
    )
  if (wallets && !wallets.length) return <Anywhere />
  return (
    <ul role="list" className="pad" aria-label={t('get.list')} aria-busy={!wallets}>
      {(wallets ?? NOTHING_YET).map((wallet, at) => (
        <li key={wallet?.id ?? at}>
          {wallet ? (
            <LinkRow href={storesOf(wallet)[0]?.href ?? ''} name={wallet.name}>
              <WalletTile name={wallet.name} src={walletImage(kit, wallet)} />
            </LinkRow>
          ) : (
            <BareRow />
          )}
        </li>
      ))}
    </ul>
  )
}

const NOTHING_YET = Array.from<undefined>({ length: SUGGESTED })

/** Says what to do without wallets to suggest. Its button reloads the page, which then finds a new extension. */
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
