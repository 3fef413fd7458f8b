import { useRef } from 'react'
import type { Wallet } from '../../../contracts/config.ts'
import { walletImage } from '../../../wallets/wallet.ts'
import { useKit, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { WalletTile } from '../../parts/WalletTile.tsx'
import { commonMessages } from '../common.messages.ts'
import { remoteMessages } from './connectingWalletConnect.messages.ts'
import { Ring } from '../Ring.tsx'

/** Says why there is no connection, with a next step. The offline state has none, because it ends automatically. */
export function Outcome({
  stage,
  message,
  wallet,
  retry,
}: {
  stage: 'declined' | 'failed' | 'unreachable' | 'offline'
  message: string
  wallet: Wallet | undefined
  retry: () => void
}) {
  const kit = useKit()
  const t = useText(remoteMessages)
  const common = useText(commonMessages)
  const root = useRef<HTMLDivElement>(null)
  const names = { wallet: wallet?.name ?? common('common.wallet') }
  const again = () => {
    // The button disappears with this screen. Focus the modal's title first, so that the focus stays in the modal.
    focusTitle(root.current)
    retry()
  }
  if (stage === 'offline')
    return (
      <div role="status">
        <Panel icon="offline" title={t('remote.offline')}>
          {t('remote.offlineText')}
        </Panel>
      </div>
    )
  return (
    <div className="center wait" ref={root}>
      <Ring failed>
        {wallet ? (
          <WalletTile name={wallet.name} size={80} src={walletImage(kit, wallet)} />
        ) : (
          <Tile name="" size={80}>
            <Icon name={stage === 'unreachable' ? 'offline' : 'phone'} size={24} stroke={1.5} />
          </Tile>
        )}
      </Ring>
      <div className="wait-words center" role="status">
        <p className="display">{stage === 'declined' ? t('remote.declined') : message}</p>
        <p className="text">{capital(t(`remote.${stage}Text`, names))}</p>
      </div>
      <div className="wait-action">
        <Button kind="primary" wide icon="retry" onClick={again}>
          {common('common.tryAgain')}
        </Button>
      </div>
    </div>
  )
}

/** Capitalises the first letter, because "your wallet" may begin a sentence. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Focuses the modal's title, for when the focused element disappears. */
export function focusTitle(inside: Element | null) {
  const root = inside?.getRootNode() as ShadowRoot | undefined
  root?.getElementById('wk-title')?.focus({ preventScroll: true })
}
