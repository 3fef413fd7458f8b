/** Waits until the visitor approves this browser with the link in the email. The wait ends when its screen closes. */
import { isOnline, type PluginKit } from 'walletkit/plugin'
import { isTimeout, isUnreachable, rowsSaying } from './errors.ts'
import type { Steps } from './steps.ts'

/** ms. A failure before this time is not a timeout, even if its text says so: retrying would loop without a pause. */
const LEAST = 5_000

export function createDeviceWait(kit: PluginKit, { state }: Steps, approved: (email: string) => void) {
  /** Ends the current request and starts another one. Called when the visitor has requested another link. */
  let renew = () => {}
  const renewed = () => new Promise<'renewed'>((resolve) => (renew = () => resolve('renewed')))

  /**
   * Waits for the approval, then shows the screen for the code. Each request times out after 30 s and is sent again.
   * While the browser is offline, waits for the network. Any other failure ends the wait, and `deviceNote` says why.
   */
  async function awaitDevice(email: string, signal: AbortSignal) {
    state.deviceNote = ''
    for (;;) {
      const began = Date.now()
      try {
        const login = await kit.login()
        const asked = login.connectDevice().then(() => {
          // Record the approval even if the visitor left the screen: the next step is a code.
          approved(email)
          return 'approved' as const
        })
        if ((await Promise.race([asked, renewed()])) === 'approved') break
      } catch (error) {
        if (signal.aborted) return
        if (!isOnline()) await backOnline(signal)
        else if (!isTimeout(error) || Date.now() - began < LEAST) return tell(error)
      }
      if (signal.aborted) return
    }
    if (signal.aborted) return
    kit.track('DEVICE_REGISTERED_FOR_EMAIL')
    kit.track('EMAIL_VERIFICATION_CODE_SENT')
    kit.replace('EmailVerifyOtp', { email })
  }

  function tell(error: unknown) {
    const rows = rowsSaying('EMAIL_DEVICE', isUnreachable(error) ? undefined : error)
    state.deviceNote = kit.report(error, 'EMAIL_DEVICE', rows).message
  }

  return { awaitDevice, renew: () => renew() }
}

const backOnline = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
