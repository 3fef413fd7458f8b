import { useEffect, useState } from 'react'
import { isLive } from '../../../state/setConnection.ts'
import { aim, type Aim, invite, inviteAnew, pairingFailure } from '../../../actions/pair.ts'
import type { Wallet } from '../../../contracts/config.ts'
import { ONE_SECOND } from '../../../lib/time.ts'
import { useKit, useSnapshot } from '../../context.ts'
import { useOnline } from '../../useOnline.ts'

export type PairingStage = 'loading' | 'ready' | 'connecting' | 'declined' | 'failed' | 'unreachable' | 'offline'

export type PairingView = {
  stage: PairingStage
  /** Set only while a wallet can still use it. */
  uri: string | undefined
  /** The reported message of a failure. */
  message: string
  retry: () => void
}

/**
 * Gives a connect screen its pairing URI. Requests one when the screen opens, and does not drop it when the visitor
 * goes to another screen. While the screen shows, a new URI replaces it just before it expires. It is not replaced
 * while the page is hidden, while a connection is being finished, or after the link was sent to a wallet.
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
      // Do not replace a link that was already sent to the wallet: the visitor may be reading the request there.
      const isOut = platform !== 'qrcode' && now.wcLinking
      if (document.visibilityState === 'visible' && !isOut && !now.buffering) void inviteAnew(kit)
    }
    // Compare with the clock every second, because a long timer fires late after the computer slept.
    const timer = setInterval(check, ONE_SECOND)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [kit, open, online, wanted, wcUri, platform])

  const uri = asked && wanted && wcUri !== expired && isLive(connection) ? wcUri : undefined
  const failed = asked && wanted && wcError ? failure.reason : undefined
  const stage = buffering ? 'connecting' : (failed ?? (!online ? 'offline' : uri ? 'ready' : 'loading'))
  return { stage, uri, message: failure.message, retry: () => void inviteAnew(kit) }
}

/** Whether `waiting` has lasted for `ms`. Restarts when `waiting` or `since` changes. */
export function useLate(ms: number, waiting: boolean, since = 0): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms, waiting, since])
  return waiting && late
}
