import { useEffect, useState } from 'react'
import { isLive } from '../../../actions/connection.ts'
import { aim, type Aim, invite, inviteAnew, pairingFailure } from '../../../actions/pair.ts'
import type { Wallet } from '../../../config.ts'
import { ONE_SECOND } from '../../../lib/time.ts'
import { useKit, useSnapshot } from '../../context.ts'
import { useOnline } from '../../useOnline.ts'

export type PairingStage = 'loading' | 'ready' | 'connecting' | 'declined' | 'failed' | 'unreachable' | 'offline'

export type PairingView = {
  stage: PairingStage
  /** Only while it can still be answered. */
  uri: string | undefined
  /** What was told of a failure. */
  message: string
  retry: () => void
}

/**
 * The invitation as a screen shows it. It is asked for once the screen is drawn, kept by whoever leaves, and made anew
 * before it expires: at once where its code is on the screen, and in front of nobody's eyes not at all.
 */
export function usePairing(platform: Aim['platform'], wallet: Wallet | undefined, wanted = true): PairingView {
  const kit = useKit()
  const { open } = useSnapshot(kit.state.modal)
  const connection = useSnapshot(kit.state.connection)
  const { wcUri, wcError, buffering } = connection
  const failure = useSnapshot(pairingFailure(kit))
  const online = useOnline()
  const [asked, setAsked] = useState(false)
  const [expired, setExpired] = useState<string>()

  useEffect(() => {
    if (!open || !online || !wanted) return
    aim(kit, { platform, wallet })
    setAsked(true)
    void invite(kit)
  }, [kit, open, online, wanted, platform, wallet])

  useEffect(() => {
    if (!open || !online || !wanted || !wcUri) return
    const check = () => {
      const { connection: now } = kit.state
      if (isLive(now)) return
      setExpired(wcUri)
      // A link that is with the wallet already is left to it: the visitor may be reading the request there.
      const isOut = platform !== 'qrcode' && now.wcLinking
      if (document.visibilityState === 'visible' && !isOut && !now.buffering) void inviteAnew(kit)
    }
    // By the clock, not by one timer: a computer that slept comes back with its timers late.
    const timer = setInterval(check, ONE_SECOND)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [kit, open, online, wanted, wcUri, platform])

  const uri = asked && wcUri !== expired && isLive(connection) ? wcUri : undefined
  const failed = asked && wcError ? failure.reason : undefined
  const stage = buffering ? 'connecting' : (failed ?? (!online ? 'offline' : uri ? 'ready' : 'loading'))
  return { stage, uri, message: failure.message, retry: () => void inviteAnew(kit) }
}
