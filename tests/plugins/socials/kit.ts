/** The social logins for unit tests, with a scripted frame, and a page whose opened windows are fakes. */
import { onTestFinished, vi } from 'vitest'
import createSocialsController from '../../../plugins/socials/controller.ts'
import manifest from '../../../plugins/socials/index.ts'
import { reset } from '../../../runtime/state/navigate.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { embeddedKit, SECURE_SITE } from '../../support/embedded.ts'
import { ALICE, type Replies } from '../../support/loginFrame.ts'

export const REDIRECT = `${SECURE_SITE}/social/start`
export const RESULT = `${SECURE_SITE}/social/result?id=1`
export const FARCASTER = 'https://farcaster.example/connect?channel=1'

/** A fake of a window that the page opened. */
export function fakePopup() {
  return {
    closed: false,
    focused: 0,
    location: { href: '' },
    close() {
      this.closed = true
    },
    focus() {
      this.focused++
    },
  }
}
export type FakePopup = ReturnType<typeof fakePopup>

export type SocialsOptions = {
  replies?: Replies
  userAgent?: string
  telegram?: boolean
  /** Whether the browser blocks new windows. */
  blocked?: boolean
}

export type Socials = Awaited<ReturnType<typeof openSocials>>

export async function openSocials({
  replies = {},
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64)',
  telegram = false,
  blocked = false,
}: SocialsOptions = {}) {
  const browser = { blocked, onLine: true, userAgent }
  const popups: FakePopup[] = []
  const opened: { name: string; features: string }[] = []
  const page = Object.assign(new EventTarget(), {
    screenX: 100,
    screenY: 50,
    outerWidth: 1200,
    outerHeight: 900,
    open: (url: string, name: string, features: string) => {
      if (url !== '') throw new Error('It is to be opened empty')
      opened.push({ name, features })
      if (browser.blocked) return null
      const popup = fakePopup()
      popups.push(popup)
      return popup
    },
    ...(telegram && { TelegramWebviewProxy: {} }),
  })
  const { kit, frame, storage } = await embeddedKit({
    replies: {
      GET_SOCIAL_REDIRECT_URI: { uri: REDIRECT },
      CONNECT_SOCIAL: { ...ALICE, userName: 'Alice' },
      GET_FARCASTER_URI: { url: FARCASTER },
      RELOAD: undefined,
      ...replies,
    },
  })
  // Replace the globals only now, so that requests of the kit itself are not recorded.
  const gone: string[] = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('location', { href: 'https://shop.example/cart?a=1', assign: (url: string) => void gone.push(url) })
  onTestFinished(() => {
    kit.teardown.splice(0).forEach((stop) => stop())
    vi.unstubAllGlobals()
  })
  const heard: { event: string; properties?: unknown }[] = []
  kit.events.on('track', ({ event, properties }) => {
    if (event.startsWith('SOCIAL')) heard.push({ event: event.replace('SOCIAL_LOGIN_', ''), properties })
  })
  const errors: string[] = []
  kit.events.on('error', ({ code, message }) => errors.push(`${code}: ${message}`))
  reset(kit.state.router, 'Connect')
  kit.state.modal.open = true
  const controller = createSocialsController({ kit: createPluginKit(kit, manifest) })
  return {
    kit,
    frame,
    storage,
    controller,
    browser,
    popups,
    opened,
    gone,
    heard,
    errors,
    /** The window that was opened last. */
    popup: () => {
      const last = popups.at(-1)
      if (!last) throw new Error('No window was opened')
      return last
    },
    /** Delivers a message as if a window had posted it. */
    post: (source: unknown, data: unknown, origin = SECURE_SITE) =>
      void page.dispatchEvent(Object.assign(new Event('message'), { source, data, origin })),
    /** Runs everything that is due now, such as promises and timers of 0 ms. */
    settle: () => vi.advanceTimersByTimeAsync(0),
    account: () => kit.state.accounts.eip155,
  }
}
