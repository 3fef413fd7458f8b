/** Login on a provider's own page, which opens in a separate window or, in Telegram, replaces this page. */
import { isOnline, type PluginKit, proxy, type Social, WalletKitError } from 'walletkit/plugin'
import { codeOf, rowsFor } from './errors.ts'
import { openPopup } from './popup.ts'

type Login = Awaited<ReturnType<PluginKit['login']>>

/**
 * `idle`: no login is pending. `waiting`: the provider's window is open. `leaving`: the page is about to navigate to
 * the provider. `device`: the visitor has to approve this browser with the link in a mail. `blocked`: the browser did
 * not open the window. `timeout`: the login service did not answer in time.
 */
export type Stage =
  | { name: 'idle' | 'waiting' | 'leaving' | 'device' | 'blocked' | 'timeout' }
  | { name: 'failed'; message: string | undefined }

type Attempt = {
  provider: Social
  popup?: Window
  login?: Login
  /** The provider has identified the visitor: the rest of the login continues even if the screen closes. */
  known?: true
  /** The screen closed. */
  left?: true
}

/** Whether the login service did not answer in time. The runtime has already shown an alert for that. */
const isLate = (error: unknown) => codeOf(error) === 'SOCIAL_TIMEOUT' || codeOf(error) === 'FRAME_TIMEOUT'

export function createRedirectLogin(kit: PluginKit, telegram: boolean) {
  const state = proxy<{ stage: Stage }>({ stage: { name: 'idle' } })
  let current: Attempt | undefined

  const move = (stage: Stage) => void (state.stage = stage)

  /**
   * Opens the provider's window and starts the login; does nothing while the browser is offline. Must run in the click
   * handler: the window opens before the first `await`, or the browser would block it.
   */
  function begin(provider: Social) {
    leave()
    if (!isOnline()) return move({ name: 'idle' })
    kit.track('SOCIAL_LOGIN_STARTED', { provider })
    const own: Attempt = { provider }
    current = own
    if (telegram) {
      move({ name: 'leaving' })
      return void run(own, (login) => login.redirectSocial(provider))
    }
    const popup = openPopup()
    if (!popup) return end(own, new WalletKitError('SOCIAL_BLOCKED', 'The browser blocked the login window'))
    own.popup = popup
    move({ name: 'waiting' })
    void run(own, (login) => connect(own, login, popup))
  }

  async function connect(own: Attempt, login: Login, popup: Window) {
    const { provider } = own
    const { userName } = await login.connectSocial(provider, popup, () => {
      if (current === own) move({ name: 'device' })
    })
    if (current !== own) return
    own.known = true
    kit.track('SOCIAL_LOGIN_REQUEST_USER_DATA', { provider })
    await login.finish({ social: provider, ...(userName && { userName }) })
    kit.track('SOCIAL_LOGIN_SUCCESS', { provider })
    forget(own)
  }

  /** Runs `task` and ignores its result if the attempt was abandoned meanwhile. */
  async function run(own: Attempt, task: (login: Login) => Promise<void>) {
    try {
      own.login = await kit.login()
      if (current === own) await task(own.login)
    } catch (error) {
      if (current === own) end(own, error)
    }
  }

  function end(own: Attempt, error: unknown) {
    const { provider, left } = own
    forget(own)
    own.popup?.close()
    const code = codeOf(error)
    if (code === 'SOCIAL_CLOSED') {
      kit.track('SOCIAL_LOGIN_CANCELED', { provider })
      return back(own)
    }
    kit.track('SOCIAL_LOGIN_ERROR', { provider })
    if (isLate(error)) return move({ name: 'timeout' })
    const { message, surface } = kit.report(error, ...rowsFor(error, left ? 'toast' : 'inline'))
    if (code === 'SOCIAL_ORIGIN') return back(own)
    if (code === 'SOCIAL_BLOCKED') return move({ name: 'blocked' })
    move({ name: 'failed', message: surface === 'toast' ? undefined : message })
  }

  const back = ({ left }: Attempt) => {
    move({ name: 'idle' })
    if (!left) kit.back()
  }
  const forget = (own: Attempt) => {
    if (current === own) current = undefined
  }

  /** Call when the screen closes: cancels the pending login, unless the provider has identified the visitor already. */
  function leave() {
    const own = current
    if (own?.known) return void (own.left = true)
    current = undefined
    move({ name: 'idle' })
    if (!own) return
    kit.track('SOCIAL_LOGIN_CANCELED', { provider: own.provider })
    own.popup?.close()
    own.login?.abort()
  }

  return { state, begin, leave, showWindow: () => current?.popup?.focus() }
}
