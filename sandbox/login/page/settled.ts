/** Protects buttons from the second click of a double click that was meant for something else. */
import { SETTLE } from './armed.ts'

/**
 * Calls `tell` with true once this window was visible and focused for half a second, and with false when it no longer
 * is, for as long as `element`, which the caller adds to the page, stays in it. Reason: a site could open this page in a
 * window under the pointer of a person who is double-clicking on the site, and the second click would press a button.
 */
export function whenSettled(element: HTMLElement, tell: (settled: boolean) => void): void {
  const ending = new AbortController()
  let timer = 0
  const restart = () => {
    clearTimeout(timer)
    if (!element.isConnected) return ending.abort()
    tell(false)
    if (document.visibilityState === 'visible' && document.hasFocus()) timer = window.setTimeout(tell, SETTLE, true)
  }
  const options = { signal: ending.signal }
  for (const event of ['focus', 'blur'] as const) window.addEventListener(event, restart, options)
  document.addEventListener('visibilitychange', restart, options)
  // Start after the current task: only then has the caller added the element to the page, which `restart` checks.
  window.setTimeout(restart)
}
