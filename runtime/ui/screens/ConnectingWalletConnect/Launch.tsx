import { useCallback, useEffect, useRef, useState } from 'react'
import { goBack } from '../../../actions/goBack.ts'
import { heedReturn, type LinkPlatform, openWallet, solanaLink } from '../../../actions/link.ts'
import type { Wallet } from '../../../contracts/config.ts'
import { walletImage } from '../../../wallets/wallet.ts'
import { FIVE_SECONDS, THREE_SECONDS } from '../../../lib/time.ts'
import { useKit, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { WalletTile } from '../../parts/WalletTile.tsx'
import { useCopy } from '../../parts/useCopy.ts'
import { commonMessages } from '../common.messages.ts'
import { remoteMessages } from './connectingWalletConnect.messages.ts'
import { Ring } from '../Ring.tsx'
import { ByHand, CopyLink } from './CopyLink.tsx'
import { NotHere } from './NotHere.tsx'
import { Outcome } from './Outcome.tsx'
import { useLate, usePairing } from './usePairing.ts'

/**
 * Opens a wallet's app or web page with the pairing URI in its link. On a phone, a wallet that has a Solana link for it
 * gets this page's address instead. `first`: the visitor has selected the wallet and no tab yet, so an app on a phone
 * opens at once, while the browser still accepts that tap as the cause. Web pages, computer apps, and every tab that
 * the visitor selects, wait for a press of the button.
 */
export function Launch({ wallet, platform, first }: { wallet: Wallet; platform: LinkPlatform; first: boolean }) {
  const kit = useKit()
  const t = useText(remoteMessages)
  const common = useText(commonMessages)
  const page = platform === 'mobile' && solanaLink(kit, wallet) !== undefined
  const { stage, uri, message, retry } = usePairing(platform, wallet, !page)
  const { opened, refused, open, restart } = useOpening(wallet, platform, first && platform === 'mobile', uri, retry)
  const late = useLate(THREE_SECONDS, opened > 0 && stage !== 'connecting', opened)
  const again = useLate(FIVE_SECONDS, opened > 0 && stage !== 'connecting', opened)
  const copying = useCopy(uri, { quiet: true })
  useEffect(() => heedReturn(kit), [kit])

  if (refused) return <NotHere wallet={wallet} />
  if (!page && stage !== 'loading' && stage !== 'ready' && stage !== 'connecting')
    return <Outcome stage={stage} message={message} wallet={wallet} retry={restart} />
  const names = { wallet: wallet.name }
  const words =
    stage === 'connecting'
      ? (['remote.connecting', 'remote.connectingText'] as const)
      : opened
        ? (['remote.continue', late ? 'remote.slowText' : 'remote.continueText'] as const)
        : (['remote.openWallet', page ? 'remote.openPageText' : INTRO[platform]] as const)
  const waiting = stage === 'connecting' || (opened > 0 && !again)
  return (
    <>
      <div className="center wait">
        <Ring idle={!opened && stage !== 'loading' && stage !== 'connecting'}>
          <WalletTile name={wallet.name} size={80} src={walletImage(kit, wallet)} />
        </Ring>
        <div className="wait-words center" role="status">
          <p className="display">{t(words[0], names)}</p>
          <p className="text">{t(words[1], names)}</p>
        </div>
        <div className="wait-action">
          {waiting ? (
            <Button size="m" disabled={stage === 'connecting'} onClick={() => goBack(kit)}>
              {common('common.cancel')}
            </Button>
          ) : (
            <Button
              kind="primary"
              wide
              icon={again ? 'retry' : 'external'}
              disabled={!page && stage === 'loading' && !opened}
              onClick={open}
            >
              {again ? common('common.tryAgain') : t('remote.openWallet', names)}
            </Button>
          )}
        </div>
        {!page && (
          <div className="remote-copy">
            <CopyLink copying={copying} disabled={!uri} kind="plain" />
          </div>
        )}
      </div>
      {copying.refused && uri && (
        <div className="pad">
          <ByHand uri={uri} />
        </div>
      )}
    </>
  )
}

const INTRO = {
  mobile: 'remote.openAppText',
  web: 'remote.openWebText',
  desktop: 'remote.openDesktopText',
} as const

/** `opened` counts the attempts, so that the hints' timers restart with each. */
function useOpening(
  wallet: Wallet,
  platform: LinkPlatform,
  atOnce: boolean,
  uri: string | undefined,
  renew: () => void,
) {
  const kit = useKit()
  const [opened, setOpened] = useState(0)
  const [refused, setRefused] = useState(false)
  const wanted = useRef(atOnce)

  const open = useCallback(() => {
    const result = openWallet(kit, wallet, platform)
    wanted.current = result === 'expired'
    if (result === 'opened') setOpened((count) => count + 1)
    if (result === 'refused') setRefused(true)
    return result
  }, [kit, wallet, platform])

  // Open as soon as the link exists, while the browser still accepts the visitor's tap as the cause.
  useEffect(() => {
    const attempt = () => {
      if (wanted.current && kit.state.modal.open && mayOpen()) open()
    }
    // Open the app in a microtask, because strict mode runs the effect twice and the app must open once.
    queueMicrotask(attempt)
  }, [kit, uri, open])

  const press = () => {
    if (open() === 'expired') renew()
  }
  /** Creates a new pairing URI, and opens the wallet with it as soon as it is ready. */
  const restart = () => {
    setOpened(0)
    wanted.current = true
    renew()
  }
  return { opened, refused, open: press, restart }
}

/** Whether the visitor's last tap still permits opening an app. An older browser does not say, so try. */
const mayOpen = () => navigator.userActivation?.isActive !== false
