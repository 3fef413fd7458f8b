import { pageRecord } from './page.ts'

/**
 * Whether the page can reach its hosts, as far as the browser knows. A computer without a network still reaches itself,
 * so a page served from there counts as online until an `offline` event. Listens for one from the first call on.
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
  const page = pageRecord()
  if (page.offline === undefined) {
    page.offline = false
    globalThis.addEventListener?.('offline', () => (page.offline = true))
    globalThis.addEventListener?.('online', () => (page.offline = false))
  }
  return navigator?.onLine !== false || (!page.offline && isLoopback(location?.hostname ?? ''))
}

/** Host names of this computer, as `URL.hostname` spells them. */
const LOOPBACK = /^(localhost|([\w-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname)
