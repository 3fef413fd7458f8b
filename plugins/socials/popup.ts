/** Opens the provider's window, empty and during the click: a browser blocks a window that opens later. */

const WIDTH = 600
const HEIGHT = 800

/** Opens a new window on each call and never reuses that of an earlier login. `null` if the browser blocked it. */
export function openPopup(): Window | null {
  const { screenX, screenY, outerWidth, outerHeight } = window
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2)
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2)
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
  const popup = window.open('', '_blank', features)
  return popup && !popup.closed ? popup : null
}
