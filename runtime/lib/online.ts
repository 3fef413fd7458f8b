import { isLoopback } from './loopback.ts'

/** True after an `offline` event of this page. */
let lost = false
globalThis.addEventListener?.('offline', () => (lost = true))
globalThis.addEventListener?.('online', () => (lost = false))

/**
 * Whether the page can reach its hosts, as far as the browser knows. A computer without a network still reaches itself,
 * so a page served from there counts as online until an `offline` event.
 *
 * @example
 * ```ts
 * import { isOnline } from 'walletkit/plugin'
 *
 * const hint = isOnline() ? 'Try again' : 'You are offline'
 * ```
 */
export function isOnline(): boolean {
  const { location, navigator } = globalThis as Partial<typeof globalThis>
  return navigator?.onLine !== false || (!lost && isLoopback(location?.hostname ?? ''))
}
