/** What the visitor's browser is, as far as the rules of the spec need it. Safe on a server: everything is false there. */

const agent = () => (typeof navigator === 'undefined' ? '' : navigator.userAgent)

export const isMobile = () =>
  /Android|webOS|iPhone|iPad|iPod|BlackBerry|Opera Mini|IEMobile/i.test(agent()) ||
  (typeof matchMedia === 'function' && matchMedia('(pointer:coarse)').matches && /Mobi/i.test(agent()))

export const isIos = () => /iPhone|iPad|iPod/i.test(agent())
/** A page inside of Telegram: its app puts a bridge into the window. */
export function isTelegram(): boolean {
  const page = typeof window === 'undefined' ? globalThis : window
  return ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'].some((name) => name in page)
}

/** Safari itself: the other browsers of iOS name themselves beside it. */
export const isSafariOnIos = () =>
  isIos() && /Safari/i.test(agent()) && !/CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/i.test(agent())

export const isAndroid = () => /Android/i.test(agent())
