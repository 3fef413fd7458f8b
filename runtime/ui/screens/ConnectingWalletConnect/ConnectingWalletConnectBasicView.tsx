import { push } from '../../../state/navigate.ts'
import { hasRemote } from '../../../contracts/remote.ts'
import { useKit, usePreload, useSheet, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { offersAllWallets } from '../Connect/AllWallets.tsx'
import { hasDirectory } from '../Connect/directory.ts'
import { Legal, useConsent } from '../Connect/Legal.tsx'
import remoteCss from './connectingWalletConnect.css.ts'
import { remoteMessages } from './connectingWalletConnect.messages.ts'
import { NoRelay } from './NoRelay.tsx'
import { Scan } from './Scan.tsx'
import ringCss from '../ring.css.ts'

/**
 * The first screen on a desktop for a page without adapters: a QR code for any wallet if there is a relay, and a link
 * to all wallets if there is a directory.
 */
export default function ConnectingWalletConnectBasicView() {
  useSheet(ringCss)
  useSheet(remoteCss)
  const kit = useKit()
  const t = useText(remoteMessages)
  const preload = usePreload()
  const { asked, missing } = useConsent()
  const open = () => {
    kit.track('CLICK_ALL_WALLETS')
    push(kit.state.router, 'AllWallets')
  }
  return (
    <>
      {asked && (
        <div className="pad">
          <Legal checkbox />
        </div>
      )}
      {hasRemote(kit) ? <Scan isHeld={missing} /> : <NoRelay />}
      {offersAllWallets(kit) && hasDirectory(kit) && (
        <div className="foot">
          <span className="muted-2">{t('remote.other')}</span>
          <Button size="s" onClick={open} onPointerEnter={() => preload('AllWallets')}>
            {t('remote.all')}
          </Button>
        </div>
      )}
      {!asked && <Legal />}
    </>
  )
}
