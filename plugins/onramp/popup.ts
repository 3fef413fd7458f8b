/** The provider's window (reference 1.12). Opened empty, in the click itself: later a browser would block it. */

export const POPUP_FEATURES = 'width=600,height=800,scrollbars=yes'

let count = 0

/** `undefined` where the browser blocked it. The page in it has no way back to this one. */
export function openPopup(): Window | undefined {
  const popup = window.open('', `walletkit_buy_${++count}`, POPUP_FEATURES)
  if (!popup || popup.closed) return undefined
  popup.opener = null
  return popup
}
