import { pageRecord } from './page.ts'

const heard = (offline: boolean) => () => void (pageRecord().offline = offline)
globalThis.addEventListener?.('offline', heard(true))
globalThis.addEventListener?.('online', heard(false))

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
  return navigator?.onLine !== false || (!pageRecord().offline && isLoopback(location?.hostname ?? ''))
}

/** Host names of this computer, as `URL.hostname` spells them. */
const LOOPBACK = /^(localhost|([\w-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname)
