/** The limits of a page inside Telegram: it cannot open popups, and some providers reject its browser. */
import type { Provider } from './providers.ts'

export type Agent = {
  userAgent: string
  /** The page runs inside Telegram. */
  telegram: boolean
}

/** Globals that Telegram's apps add to the window. */
const BRIDGES = ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto']

export const readAgent = (page: object, userAgent: string): Agent => ({
  userAgent,
  telegram: BRIDGES.some((name) => name in page),
})

/**
 * The providers that do not work in Telegram's browser, by operating system. The first match counts, so the iPhone
 * comes first: its user agent also contains "like Mac OS X".
 */
const LEFT_OUT: readonly [system: RegExp, providers: readonly Provider[]][] = [
  [/iPhone|iPad|iPod/i, ['google']],
  [/Android/i, ['facebook', 'x']],
  [/Macintosh|Mac OS X/i, ['x']],
]

export function filterProviders(providers: readonly Provider[], { userAgent, telegram }: Agent): Provider[] {
  const [, leftOut = []] = (telegram && LEFT_OUT.find(([system]) => system.test(userAgent))) || []
  return providers.filter((provider) => !leftOut.includes(provider))
}

/**
 * Whether the browser is on a phone or tablet, which gets a link instead of a QR code: it cannot scan its own screen.
 */
export const isPhone = ({ userAgent }: Agent) => /Android|iPhone|iPad|iPod|Mobi/i.test(userAgent)
