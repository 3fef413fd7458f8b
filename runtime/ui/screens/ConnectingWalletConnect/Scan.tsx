import type { ReactNode } from 'react'
import { openUri } from '../../../actions/link.ts'
import type { Wallet } from '../../../contracts/config.ts'
import { walletImage } from '../../../wallets/wallet.ts'
import { THREE_SECONDS } from '../../../lib/time.ts'
import { useKit, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { WalletTile } from '../../parts/WalletTile.tsx'
import { useCopy } from '../../parts/useCopy.ts'
import { commonMessages } from '../common.messages.ts'
import { remoteMessages } from './connectingWalletConnect.messages.ts'
import { ByHand, CopyLink } from './CopyLink.tsx'
import { Outcome } from './Outcome.tsx'
import { useLate, usePairing } from './usePairing.ts'

/**
 * A QR code for a phone. Shows a placeholder of the final size until the relay client has a pairing URI. With `isHeld`,
 * it asks for none.
 */
export function Scan({ wallet, isHeld = false }: { wallet?: Wallet; isHeld?: boolean }) {
  const t = useText(remoteMessages)
  const common = useText(commonMessages)
  const { stage, uri, message, retry } = usePairing('qrcode', wallet, !isHeld)
  const copying = useCopy(uri, { quiet: true })
  const late = useLate(THREE_SECONDS, stage === 'loading' && !isHeld)
  if (stage !== 'loading' && stage !== 'ready' && stage !== 'connecting')
    return <Outcome stage={stage} message={message} wallet={wallet} retry={retry} />
  const names = { wallet: wallet?.name ?? common('common.wallet') }
  const connecting = stage === 'connecting'
  return (
    <div className="pad">
      <div className="remote-frame" aria-busy={stage !== 'ready' && !isHeld}>
        {uri && !connecting ? (
          <QrCode value={uri} label={t('remote.qr')}>
            <Logo wallet={wallet} />
          </QrCode>
        ) : (
          <Bones>{connecting ? <Spinner /> : <Logo wallet={wallet} />}</Bones>
        )}
      </div>
      <div className="center remote-words" role="status">
        <p className="title">{t(connecting ? 'remote.connecting' : 'remote.scan')}</p>
        <p className="text">
          {connecting
            ? t('remote.connectingText', names)
            : late
              ? t('remote.late')
              : t(wallet ? 'remote.scanWalletText' : 'remote.scanText', names)}
        </p>
        <span className="sr">
          {isHeld ? '' : stage === 'loading' ? t('remote.preparing') : stage === 'ready' ? t('remote.codeReady') : ''}
        </span>
      </div>
      <div className="remote-actions">
        <CopyLink copying={copying} disabled={stage !== 'ready'} />
        <Button size="m" icon="external" disabled={stage !== 'ready'} onClick={() => openUri(uri)}>
          {t('remote.open')}
        </Button>
      </div>
      {copying.refused && uri && <ByHand uri={uri} />}
    </div>
  )
}

function Bones({ children }: { children: ReactNode }) {
  return (
    <div className="remote-bones" aria-hidden="true">
      <i />
      <i />
      <i />
      <span className="qr-logo">{children}</span>
    </div>
  )
}

/** The wallet's image, or a chain icon for a code that any wallet can scan. */
function Logo({ wallet }: { wallet: Wallet | undefined }) {
  const kit = useKit()
  if (wallet) return <WalletTile name={wallet.name} size={48} src={walletImage(kit, wallet)} />
  return (
    <span className="remote-mark">
      <Tile name="" size={48}>
        <svg width="24" height="24" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6">
          <path d={CHAIN} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </Tile>
    </span>
  )
}

const CHAIN =
  'M8.6 11.4a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3l-1.1 1.1M11.4 8.6a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3l1.1-1.1'
