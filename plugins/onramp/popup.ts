/** Opens the provider's window, empty and during the click: a browser blocks a window that opens later. */

export const POPUP_FEATURES = 'width=600,height=800,scrollbars=yes'

/**
 * Opens a new window with each call; returns `undefined` if the browser blocked it. Clears `opener`, so that the
 * window's page cannot access this page.
 */
export function openPopup(): Window | undefined {
  const popup = window.open('', '_blank', POPUP_FEATURES)
  if (!popup || popup.closed) return undefined
  popup.opener = null
  return popup
}
