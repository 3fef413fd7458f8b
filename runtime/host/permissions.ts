/**
 * Checks a plugin's calls against the permissions in its manifest. Each refusal names the plugin and what it asked for.
 */
import { WalletKitError } from '../errors/base.ts'
import { isLoopback } from '../lib/online.ts'
import { plain } from '../lib/isRecord.ts'
import type { AnyPlugin, Identity, Permissions } from '../contracts/definePlugin.ts'

export type Allowed = ReturnType<typeof allowed>

/** The checks of one plugin. They read a copy of its manifest, so the plugin cannot grant itself more later. */
export function allowed({ id, permissions, guest, events: tracked = [] }: AnyPlugin) {
  const declared = plain(permissions) ?? {}
  const events: readonly string[] = [...tracked]
  const has = (kind: keyof Permissions, name: string) => {
    const list: readonly unknown[] = declared[kind] ?? []
    return list.includes(name)
  }
  const check = (kind: keyof Permissions, what: string, name: string) => {
    if (!has(kind, name)) throw refusal(`Plugin "${id}" did not declare the ${what} ${name} in its permissions`)
  }
  return {
    /** Throws unless the plugin may request this method from the wallet or node. */
    method: (name: string) => check('methods', 'method', name),
    hasMethod: (name: string) => has('methods', name),
    service: (name: string) => check('services', 'service', name),
    /** Whether the plugin may know this about the person; plugins of walletkit may know all. */
    knows: (what: Identity) => !guest || has('identity', what),
    /** Throws unless the plugin may listen to this event. */
    event: (name: string) => check('events', 'event', name),
    /** Throws when a third-party plugin tracks an event that is not in its manifest. */
    track: (name: string) => {
      if (guest && !events.includes(name))
        throw refusal(`Plugin "${id}" did not declare the tracking event ${name} in its events`)
    },
    /** Throws when a third-party plugin may not know this about the person. */
    identity: (what: Identity) => void (guest && check('identity', 'identity', what)),
    /**
     * The key in the kit's storage. Throws unless the manifest declares it. Third-party plugins have a prefix of their
     * own, so that they cannot read or change what the kit stores.
     */
    storageKey: (name: string): `@appkit/${string}` => {
      check('storage', 'storage key', name)
      return `@appkit/${guest ? 'plugin.' : ''}${name}`
    },
    /** The parsed URL of a request. Throws unless the manifest declares its origin, and it is encrypted or local. */
    url: (text: string | URL): URL => {
      const url = parse(String(text))
      if (!url) throw refusal(`Plugin "${id}" may not call ${String(text).slice(0, 200)}: not an absolute URL`)
      if (!isPrivate(url))
        throw refusal(`Plugin "${id}" may not call ${url.origin}: only https, or http of this computer`)
      if (!declared.hosts?.some((host) => typeof host === 'string' && parse(host)?.origin === url.origin))
        throw refusal(`Plugin "${id}" did not declare the host ${url.origin} in its permissions`)
      return url
    },
  }
}

export const refusal = (message: string) => new WalletKitError('PERMISSION', message)

const parse = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

const isPrivate = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))

/**
 * The page's `fetch` for one plugin: declared origins only, no cookies, no redirect (it could lead to another origin).
 * Aborted when the kit is destroyed or the plugin's feature is switched off.
 */
export const pluginFetch =
  (
    { url }: Allowed,
    life: AbortSignal,
    send: (url: URL, init: RequestInit) => Promise<Response> = (at, init) => fetch(at, init),
  ) =>
  async (to: string | URL, init: RequestInit = {}): Promise<Response> => {
    const signal = init.signal ? AbortSignal.any([life, init.signal]) : life
    return send(url(to), { ...init, credentials: 'omit', redirect: 'error', signal })
  }
