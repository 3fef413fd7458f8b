import type { Wallet } from '../../../contracts/config.ts'
import { useKit, usePreload, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { remoteMessages } from './connectingWalletConnect.messages.ts'
import { getWallet } from './Absent.tsx'

/** Shown for a wallet that this device or browser cannot connect. */
export function NotHere({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const t = useText(remoteMessages)
  const preload = usePreload()
  const names = { wallet: wallet.name }
  const forBrowsers = Boolean(wallet.rdns || wallet.injected?.length || wallet.chrome_store)
  return (
    <Panel
      icon={forBrowsers ? 'puzzle' : 'wallet'}
      title={t(forBrowsers ? 'remote.notHere' : 'remote.noWay', names)}
      action={
        <Button
          kind="primary"
          size="m"
          onPointerEnter={() => preload('GetWallet')}
          onClick={() => getWallet(kit, wallet)}
        >
          {t('remote.getWallet', names)}
        </Button>
      }
    >
      {t(forBrowsers ? 'remote.notHereText' : 'remote.noWayText')}
    </Panel>
  )
}
