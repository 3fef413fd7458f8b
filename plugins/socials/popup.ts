/** The provider's window. Opened empty, in the click itself: later a browser would block it (spec section 4). */

const WIDTH = 600
const HEIGHT = 800

let count = 0

/** `null` where the browser blocked it. Each has a name of its own, so that no earlier login's window is taken for it. */
export function openPopup(): Window | null {
  const { screenX, screenY, outerWidth, outerHeight } = window
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2)
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2)
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
  const popup = window.open('', `walletkit_social_${++count}`, features)
  return popup && !popup.closed ? popup : null
}
