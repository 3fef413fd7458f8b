/** Login with Farcaster: gets a link, shown as a QR code except on phones, to approve in the Farcaster app. */
import { type PluginKit, proxy } from 'walletkit/plugin'
import { rowsFor } from './errors.ts'

type Login = Awaited<ReturnType<PluginKit['login']>>
type Attempt = { login?: Login; known?: true; failed?: true; left?: true }

/** ms between leaving the screen and the reload of the login service's iframe, which makes it forget the code. */
export const RELOAD_DELAY = 100

const EVENT = { provider: 'farcaster' } as const

/** Checks that the browser may open the link: only http(s) and farcaster links. Throws for any other. */
function parseLink(text: string): string {
  const { protocol } = new URL(text)
  if (!/^(https?|farcaster):$/.test(protocol)) throw new Error('The login service gave no link')
  return text
}

export function createFarcasterLogin(kit: PluginKit) {
  const state = proxy<{ url: string | undefined }>({ url: undefined })
  let current: Attempt | undefined
  let reloading: Promise<void> | undefined

  /** Starts a login unless one is pending. Never rejects: after a failure it shows a toast and leaves the screen. */
  async function start() {
    if (current) return
    const own: Attempt = {}
    current = own
    kit.track('SOCIAL_LOGIN_STARTED', EVENT)
    try {
      // A pending reload of the frame would drop the new request.
      await reloading
      await connect(own)
    } catch (error) {
      if (current === own) fail(own, error)
    }
  }

  async function connect(own: Attempt) {
    const login = await kit.login()
    own.login = login
    if (current !== own) return
    const url = parseLink(await login.getFarcasterUri())
    if (current !== own) return
    state.url = url
    const { userName } = await login.connectFarcaster()
    if (current !== own) return
    own.known = true
    kit.track('SOCIAL_LOGIN_REQUEST_USER_DATA', EVENT)
    await login.finish({ social: 'farcaster', userName })
    kit.track('SOCIAL_LOGIN_SUCCESS', EVENT)
    current = undefined
    state.url = undefined
  }

  function fail(own: Attempt, error: unknown) {
    delete own.known
    own.failed = true
    kit.track('SOCIAL_LOGIN_ERROR', EVENT)
    kit.report(error, ...rowsFor(error, 'toast'))
    if (own.left) leave()
    else kit.back()
  }

  /**
   * Call when the screen closes. Unless the visitor has approved, cancels the login and reloads the login service's
   * iframe, so that it forgets the code.
   */
  function leave() {
    const own = current
    if (!own) return
    if (own.known) return void (own.left = true)
    current = undefined
    state.url = undefined
    if (!own.failed) kit.track('SOCIAL_LOGIN_CANCELED', EVENT)
    const { login } = own
    if (!login) return
    login.abort()
    reloading = new Promise<void>((resolve) => setTimeout(resolve, RELOAD_DELAY))
      .then(() => (kit.signal.aborted ? undefined : login.reload()))
      .catch(() => undefined)
  }

  return { state, start, leave }
}
