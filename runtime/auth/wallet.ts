/**
 * The page's side of the embedded wallet, one per kit: it mounts the login frame (the login service's iframe), and has
 * methods for the messages that the frame understands.
 */
import { proxy, subscribe } from 'valtio/vanilla'
import { setSmartAccountNetworks, parseSmartAccountNetworks } from '../actions/smartAccount.ts'
import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { keepHash, sentHash } from '../connectors/sentHash.ts'
import { parseCaipNetworkId } from '../lib/caip.ts'
import { activeNetworkOf } from '../state/active.ts'
import { WalletKitError } from '../errors/base.ts'
import { type Frame, frameUrl, mountFrame } from './frame.ts'
import { type Answers, type Asks, type EmbeddedAccountType, MESSAGES, type SocialProvider } from './messages.ts'
import { createMessenger, type Messenger } from './messenger.ts'
import { type Stored, storedLogin } from './stored.ts'
import { themeOf } from './theme.ts'
import { THIRTY_SECONDS } from '../lib/time.ts'
import { metadataOf } from '../data/metadata.ts'
import { SDK_TYPE, SDK_VERSION } from '../http/blockchainApi.ts'

export type EmbeddedWallet = {
  /**
   * Sends a message of the table (`messages.ts`), and resolves with the frame's parsed response. Mounts the frame if
   * there is none. Rejects with the frame's error.
   */
  ask: Messenger['ask']
  abort: Messenger['abort']
  readonly stored: Stored
  /** The frame's element, while the frame is mounted. */
  readonly element: () => HTMLIFrameElement | undefined
  /** `ready`: the frame is ready. `approved`: the person approved the pending request, which has no response yet. */
  readonly shown: { ready: boolean; approved: boolean }
  /** Starts a login by email. Throws `EMAIL_COOLDOWN`, and sends nothing, while {@link emailRules} requires a wait. */
  connectEmail: (asks: Asks<'CONNECT_EMAIL'>) => Promise<Answers<'CONNECT_EMAIL'>>
  isConnected: () => Promise<boolean>
  getUser: (asks?: Asks<'GET_USER'>) => Promise<Answers<'GET_USER'>>
  getSmartAccountEnabledNetworks: () => Promise<readonly number[]>
  /**
   * Asks the service to switch to the account of this type; stores `eoa` as the choice if it refuses. Calls `done` with
   * the stored type. Never rejects: `undefined` if the service refused.
   */
  setPreferredAccount: (
    type: EmbeddedAccountType,
    done?: (type: EmbeddedAccountType) => void,
  ) => Promise<Answers<'SET_PREFERRED_ACCOUNT'> | undefined>
  getSocialRedirectUri: (provider: SocialProvider) => Promise<string>
  updateEmailSecondaryOtp: (otp: string) => Promise<string>
  signOut: () => Promise<void>
}

/**
 * How many whole seconds to wait before the next email with a code may be requested; 0 means none. `last` (the previous
 * request) and `now` are in ms since 1970. The default requires 30 s between two requests, and never more, even if the
 * computer's clock was set back. This only helps the visitor; the service enforces limits of its own.
 */
export type EmailRule = (last: number | undefined, now: number) => number

export const emailRule: EmailRule = (last, now) => {
  if (last === undefined) return 0
  const left = Math.min(THIRTY_SECONDS, last + THIRTY_SECONDS - now)
  return left > 0 ? Math.ceil(left / 1000) : 0
}

/** The rule for the wait between two emails, and the clock for it. Both can be replaced, for example in tests. */
export const emailRules = perKit((): { rule: EmailRule; now: () => number } => ({ rule: emailRule, now: Date.now }))

/** The function that mounts the frame. It can be replaced, for example in tests. */
export const frames = perKit((): { mount: typeof mountFrame } => ({ mount: mountFrame }))

export const embeddedWallet = perKit(createWallet)

/**
 * Whether the service certainly sent no email: the request did not reach it, or it refuses the address, which it checks
 * more strictly than the page.
 */
const isUnsent = (error: unknown) =>
  error instanceof WalletKitError &&
  (error.code === 'FRAME_FAILED' || (error.code === 'FRAME' && /^invalid email/i.test(error.message)))

function createWallet(kit: Kit): EmbeddedWallet {
  const stored = storedLogin(kit)
  const shown = proxy({ ready: false, approved: false })
  let token: string | undefined
  const { messenger, mount, element } = createLink(kit, shown, (update) => (token = update))

  const ask: EmbeddedWallet['ask'] = (name, payload, onApproval) => {
    mount()
    return messenger.ask(name, payload, onApproval)
  }

  const own: EmbeddedWallet = {
    ask,
    abort: messenger.abort,
    stored,
    element,
    shown,
    connectEmail: async (asks) => {
      const { rule, now } = emailRules(kit)
      const before = stored.lastEmailTime()
      const seconds = rule(before, now())
      if (seconds > 0) throw new WalletKitError('EMAIL_COOLDOWN', `Please try again after ${seconds} seconds`)
      // Check the address first: an invalid one must not start the wait for the next email.
      MESSAGES.CONNECT_EMAIL.asks.parse(asks, 'CONNECT_EMAIL')
      const answer = ask('CONNECT_EMAIL', asks)
      stored.setLastEmailTime(now())
      try {
        return await answer
      } catch (error) {
        if (isUnsent(error)) stored.setLastEmailTime(before)
        throw error
      }
    },
    isConnected: async () => {
      try {
        const { isConnected } = await ask('IS_CONNECTED', token === undefined ? {} : { token })
        if (!isConnected) stored.loggedOut()
        return isConnected
      } catch (error) {
        // The frame did not load, so the service has not said whether there is a session. Keep the login for the next
        // load.
        if (error instanceof WalletKitError && error.code === 'FRAME_FAILED') throw error
        stored.loggedOut()
        return false
      }
    },
    getUser: (asks = {}) => ask('GET_USER', asks),
    getSmartAccountEnabledNetworks: async () => {
      const answer = await ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS').catch(() => undefined)
      const ids = parseSmartAccountNetworks(answer)
      stored.setSmartAccountNetworks(ids)
      setSmartAccountNetworks(kit, 'eip155', answer)
      return ids
    },
    setPreferredAccount: async (type, done) => {
      const answer = await ask('SET_PREFERRED_ACCOUNT', { type }).catch(() => undefined)
      const chosen = answer?.type ?? 'eoa'
      stored.setPreferredAccountType(chosen)
      done?.(chosen)
      return answer
    },
    getSocialRedirectUri: async (provider) => (await ask('GET_SOCIAL_REDIRECT_URI', { provider })).uri,
    updateEmailSecondaryOtp: async (otp) => {
      const { newEmail } = await ask('UPDATE_EMAIL_SECONDARY_OTP', { otp })
      stored.loggedIn({ email: newEmail })
      return newEmail
    },
    signOut: async () => {
      token = undefined
      try {
        await ask('SIGN_OUT')
      } finally {
        stored.loggedOut()
      }
    },
  }
  return own
}

/** Connects the messenger to the login frame, which `mount` mounts if there is none. Destroying the kit ends both. */
function createLink(kit: Kit, shown: EmbeddedWallet['shown'], onSession: (token: string) => void) {
  let mounted: Frame | undefined

  const sync = () => {
    void messenger.ask('SYNC_THEME', themeOf(kit)).catch(() => undefined)
  }
  const messenger = createMessenger({
    send: (message) => mounted?.send(message),
    onSession,
    onApproved: () => (shown.approved = true),
    onAnswer: (name, payload, answer) => {
      if (name === 'RPC_REQUEST') keepAnswer(kit, payload as Asks<'RPC_REQUEST'>, answer)
    },
    onTimeout: (name) => {
      if (name === 'CONNECT_SOCIAL' || name === 'GET_SOCIAL_REDIRECT_URI')
        report(kit, coreError('SOCIAL_TIMEOUT'), 'SOCIAL_TIMEOUT')
    },
    onReady: () => {
      shown.ready = true
      void messenger.ask('SYNC_DAPP_DATA', dappDataOf(kit)).catch(() => undefined)
      sync()
    },
  })

  const gone = () => {
    mounted = undefined
    shown.ready = false
    messenger.gone()
  }
  const mount = () => {
    mounted ??= frames(kit).mount(kit, frameUrl(kit, activeNetworkOf(kit)?.caipNetworkId), {
      onReady: messenger.ready,
      onMessage: messenger.hear,
      onFail: () => {
        messenger.abort(undefined, coreError('FRAME_FAILED'))
        gone()
      },
    })
  }
  kit.teardown.push(
    subscribe(kit.state.theme, () => void (shown.ready && sync())),
    () => {
      messenger.abort()
      mounted?.close()
      gone()
    },
  )
  return { messenger, mount, element: () => mounted?.element }
}

/**
 * Stores the hash of a transaction that the service sent. This happens before the app's promise resolves, and even if
 * that promise was rejected already because the visitor left. The network is the one for which the request was made.
 */
function keepAnswer(kit: Kit, { method, params, chainId }: Asks<'RPC_REQUEST'>, answer: unknown) {
  const hash = sentHash(method, answer)
  const network = parseCaipNetworkId(chainId)
  if (hash !== undefined && network) keepHash(kit, `${network.namespace}:${network.reference}`, params, hash)
}

/** The site's metadata and project id, for the frame. */
export function dappDataOf(kit: Kit): Asks<'SYNC_DAPP_DATA'> {
  const { projectId = '', sdkType = SDK_TYPE, sdkVersion = SDK_VERSION } = kit.state.options
  return { metadata: metadataOf(kit), projectId, sdkType, sdkVersion }
}
