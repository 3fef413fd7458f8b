/**
 * A login without a popup (in Telegram): the page navigates to the provider, and finds the result when it loads again.
 */
import { CONNECTOR_IDS } from '../contracts/connector.ts'
import { coreError } from '../errors/catalogue.ts'
import type { Kit } from '../contracts/kit.ts'
import { connectorIdKey, STORAGE_KEYS } from '../lib/keyTable.ts'
import { type Namespace, namespacesOf } from '../lib/namespace.ts'

const RESULT = 'result_uri'

/**
 * The URL to navigate to: `uri` with the page's own address appended to the `state` parameter, where the service
 * expects that address. Throws `SOCIAL_ORIGIN` for a URL outside the service's origin: a script URL would run in the
 * page.
 */
export function withReturn(uri: string, page: string, origin: string): string {
  const url = new URL(uri)
  if (url.origin !== origin) throw coreError('SOCIAL_ORIGIN')
  url.searchParams.set('state', `${url.searchParams.get('state') ?? ''}--${page}`)
  return url.href
}

/**
 * Stores that a login is pending, so that the next page load resumes it like a stored session, besides the wallets that
 * are connected.
 */
export function expectReturn({ state: { accounts }, storage }: Kit, namespaces: readonly Namespace[]) {
  for (const namespace of namespaces) storage.set(connectorIdKey(namespace), CONNECTOR_IDS.auth)
  const all = namespacesOf(accounts).filter(
    (each) => namespaces.includes(each) || accounts[each].status === 'connected',
  )
  storage.set(STORAGE_KEYS.connectedNamespaces, all.join(','))
  storage.set(STORAGE_KEYS.connectionStatus, 'connected')
}

/**
 * Removes the result of a login from the page's URL, so that a reload cannot use it again, and returns it. `undefined`
 * if there is none, or if it is not on the service's origin.
 */
export function takeReturn(origin: string): string | undefined {
  if (typeof location === 'undefined') return undefined
  const url = new URL(location.href)
  const result = url.searchParams.get(RESULT)
  if (result === null) return undefined
  url.searchParams.delete(RESULT)
  history.replaceState(history.state, '', url.href)
  return URL.canParse(result) && new URL(result).origin === origin ? result : undefined
}
