/** The wait for the link of a mail, for as long as its screen stands. */
import { isOnline, type PluginKit } from 'walletkit/plugin'
import { isTimeout, isUnreachable, rowsSaying } from './errors.ts'
import type { Steps } from './steps.ts'

/** An end that comes sooner is no time-out, whatever it says: it would come again and again. */
const LEAST = 5_000

export function createDeviceWait(kit: PluginKit, { state }: Steps, approved: (email: string) => void) {
  /** Another link was asked for: the wait for the one before it is over. */
  let renew = () => {}
  const renewed = () => new Promise<'renewed'>((resolve) => (renew = () => resolve('renewed')))

  /** Each question ends after 30 s, and is asked again; without a network it waits for one. */
  async function awaitDevice(email: string, signal: AbortSignal) {
    state.deviceNote = ''
    for (;;) {
      const began = Date.now()
      try {
        const login = await kit.login()
        const asked = login.connectDevice().then(() => {
          // Also where the visitor left meanwhile: what comes next is a code.
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
