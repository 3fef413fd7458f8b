/** What a page inside of Telegram cannot do: it has no popup, and some providers refuse its browser (spec section 5). */
import type { Provider } from './providers.ts'

export type Agent = {
  userAgent: string
  /** The page is inside of Telegram. */
  telegram: boolean
}

/** Names that Telegram's apps put into the window. */
const BRIDGES = ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto']

export const readAgent = (page: object, userAgent: string): Agent => ({
  userAgent,
  telegram: BRIDGES.some((name) => name in page),
})

/** An iPhone calls itself "like Mac OS X", so it is asked about first. */
const LEFT_OUT: readonly [system: RegExp, providers: readonly Provider[]][] = [
  [/iPhone|iPad|iPod/i, ['google']],
  [/Android/i, ['facebook', 'x']],
  [/Macintosh|Mac OS X/i, ['x']],
]

export function filterProviders(providers: readonly Provider[], { userAgent, telegram }: Agent): Provider[] {
  const [, leftOut = []] = (telegram && LEFT_OUT.find(([system]) => system.test(userAgent))) || []
  return providers.filter((provider) => !leftOut.includes(provider))
}

/** A phone cannot read a code from its own screen. */
export const isPhone = ({ userAgent }: Agent) => /Android|iPhone|iPad|iPod|Mobi/i.test(userAgent)
