/** A login where no popup is to be had (Telegram): the page itself goes, and finds the result when it is back. */
import { CONNECTOR_IDS } from '../connectors/connector.ts'
import type { Kit } from '../kit.ts'
import { connectorIdKey, STORAGE_KEYS } from '../lib/keyTable.ts'
import type { Namespace } from '../lib/namespace.ts'

const RESULT = 'result_uri'

/** Where to go: the page's own address comes after the service's state (reference 2). */
export function withReturn(uri: string, page: string): string {
  const url = new URL(uri)
  url.searchParams.set('state', `${url.searchParams.get('state') ?? ''}--${page}`)
  return url.href
}

/** Writes down that a login is awaited: the next load of the page takes it up like a stored session. */
export function expectReturn({ storage }: Kit, namespaces: readonly Namespace[]) {
  for (const namespace of namespaces) storage.set(connectorIdKey(namespace), CONNECTOR_IDS.auth)
  storage.set(STORAGE_KEYS.connectedNamespaces, namespaces.join(','))
  storage.set(STORAGE_KEYS.connectionStatus, 'connected')
}

/** The result in the page's address, once: it is taken out of it. Only one of the service's own origin. */
export function takeReturn(origin: string): string | undefined {
  if (typeof location === 'undefined') return undefined
  const url = new URL(location.href)
  const result = url.searchParams.get(RESULT)
  if (result === null) return undefined
  url.searchParams.delete(RESULT)
  history.replaceState(history.state, '', url.href)
  return URL.canParse(result) && new URL(result).origin === origin ? result : undefined
}
