/** Opens the provider's window, empty and during the click: a browser blocks a window that opens later. */

export const POPUP_FEATURES = 'width=600,height=800,scrollbars=yes'

let count = 0

/** Returns `undefined` if the browser blocked the window. Clears `opener`, so that its page cannot access this one. */
export function openPopup(): Window | undefined {
  const popup = window.open('', `walletkit_buy_${++count}`, POPUP_FEATURES)
  if (!popup || popup.closed) return undefined
  popup.opener = null
  return popup
}
