import { isLoopback } from './loopback.ts'

/** The browser said so while the page was up. */
let lost = false
globalThis.addEventListener?.('offline', () => (lost = true))
globalThis.addEventListener?.('online', () => (lost = false))

/**
 * Whether the browser believes that it reaches anything. A computer without a network still reaches itself: a page that
 * came from there is online, until it is told otherwise.
 */
export function isOnline(): boolean {
  const { location, navigator } = globalThis as Partial<typeof globalThis>
  return navigator?.onLine !== false || (!lost && isLoopback(location?.hostname ?? ''))
}
