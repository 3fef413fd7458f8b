import { useId, useState } from 'react'
import type { Wallet } from '../../../contracts/config.ts'
import { hasRemote } from '../../../contracts/remote.ts'
import { useKit, useSheet, useText } from '../../context.ts'
import { Segment } from '../../parts/Segment.tsx'
import remoteCss from './connectingWalletConnect.css.ts'
import { remoteMessages } from './connectingWalletConnect.messages.ts'
import { Absent } from './Absent.tsx'
import { Launch } from './Launch.tsx'
import { NoRelay } from './NoRelay.tsx'
import { NotHere } from './NotHere.tsx'
import { Scan } from './Scan.tsx'
import { installedConnector, type Platform, walletPlatforms } from './walletPlatforms.ts'
import ConnectingExternalView from '../ConnectingExternal/ConnectingExternalView.tsx'
import ringCss from '../ring.css.ts'

type Params = { wallet?: Wallet } | undefined

/** Connects a wallet by its app, its web page or a QR code, or in this browser. Without a wallet: a QR code for any. */
export default function ConnectingWalletConnectView({ params }: { params: Params }) {
  useSheet(ringCss)
  useSheet(remoteCss)
  const kit = useKit()
  const wallet = params?.wallet
  if (wallet) return <Ways key={wallet.id} wallet={wallet} />
  return hasRemote(kit) ? <Scan /> : <NoRelay />
}

/** One tab for each way to connect the wallet, best first. Shows no tabs if there is only one way. */
function Ways({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const t = useText(remoteMessages)
  const panelId = useId()
  // Keep the list from when the view opened, so that a wallet announced later does not move the tabs.
  const [platforms] = useState(() => walletPlatforms(kit, wallet))
  const [chosen, setChosen] = useState<Platform>()
  const platform = chosen ?? platforms[0] ?? 'unsupported'
  const body = <Way key={platform} wallet={wallet} platform={platform} first={chosen === undefined} />
  const foot = platform !== 'browser' && platform !== 'unsupported' && <Absent wallet={wallet} />
  if (platforms.length === 1)
    return (
      <>
        {body}
        {foot}
      </>
    )
  const items = platforms.map((key) => ({ key, label: t(`remote.${TAB[key]}`) }))
  return (
    <>
      <div className="remote-tabs">
        <Segment label={t('remote.tabs')} items={items} value={platform} onChange={setChosen} panelId={panelId} />
      </div>
      <div id={panelId} role="tabpanel" aria-label={t(`remote.${TAB[platform]}`)}>
        {body}
        {foot}
      </div>
    </>
  )
}

/** Tab labels: `unsupported` shares the browser's, `qrcode` shares the phone's. */
const TAB = {
  browser: 'browser',
  unsupported: 'browser',
  mobile: 'mobile',
  qrcode: 'mobile',
  web: 'web',
  desktop: 'desktop',
} as const

function Way({ wallet, platform, first }: { wallet: Wallet; platform: Platform; first: boolean }) {
  if (platform === 'browser') return <Installed wallet={wallet} />
  if (platform === 'unsupported') return <NotHere wallet={wallet} />
  if (platform === 'qrcode') return <Scan wallet={wallet} />
  return <Launch wallet={wallet} platform={platform} first={first} />
}

/** For a wallet of the directory that is installed: connects it as ConnectingExternal does. */
function Installed({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const [connector] = useState(() => installedConnector(kit, wallet))
  return connector ? <ConnectingExternalView params={{ connector, wallet }} /> : <NotHere wallet={wallet} />
}
