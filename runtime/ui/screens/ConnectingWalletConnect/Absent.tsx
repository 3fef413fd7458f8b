import { push } from '../../../state/navigate.ts'
import type { Wallet } from '../../../contracts/config.ts'
import { useKit, usePreload, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { remoteMessages } from './connectingWalletConnect.messages.ts'

/** A line for visitors who do not have the wallet, with a link to install it. */
export function Absent({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const t = useText(remoteMessages)
  const preload = usePreload()
  return (
    <div className="foot">
      <span className="muted-2 clip">{t('remote.absent', { wallet: wallet.name })}</span>
      <Button
        size="s"
        aria-label={t('remote.getWallet', { wallet: wallet.name })}
        onPointerEnter={() => preload('GetWallet')}
        onClick={() => getWallet(kit, wallet)}
      >
        {t('remote.get')}
      </Button>
    </div>
  )
}

/** Opens the view with the wallet's install links. */
export function getWallet(kit: ReturnType<typeof useKit>, wallet: Wallet) {
  kit.track('CLICK_GET_WALLET')
  push(kit.state.router, 'GetWallet', { wallet })
}
