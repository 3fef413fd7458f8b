/** Detects the visitor's browser and device. Safe on a server: everything is false there. */

const agent = () => (typeof navigator === 'undefined' ? '' : navigator.userAgent)

export const isMobile = () =>
  /Android|webOS|iPhone|iPad|iPod|BlackBerry|Opera Mini|IEMobile/i.test(agent()) ||
  (typeof matchMedia === 'function' && matchMedia('(pointer:coarse)').matches && /Mobi/i.test(agent()))

export const isIos = () => /iPhone|iPad|iPod/i.test(agent())
/** Whether the page runs inside Telegram, whose app puts an object into the window. */
export function isTelegram(): boolean {
  const page = typeof window === 'undefined' ? globalThis : window
  return ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'].some((name) => name in page)
}

/** Whether the browser is Safari itself: other browsers on iOS add their own name to Safari's. */
export const isSafariOnIos = () =>
  isIos() && /Safari/i.test(agent()) && !/CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/i.test(agent())

export const isAndroid = () => /Android/i.test(agent())
