/**
 * Discovers wallets that announce themselves (EIP-6963). We request the announcements again, so loading this late
 * misses none.
 */
import type { Connector } from '../contracts/connector.ts'

/** Characters of an icon's data URI; the row shows a letter instead of a larger icon. */
const ICON_LIMIT = 262_144
/** Requires a dot, so that an announced rdns cannot equal a well-known connector id. */
const RDNS = /^(?=.{3,128}$)[\w-]+(\.[\w-]+)+$/
/** A script of the page could announce wallets without end. */
const ANNOUNCED_LIMIT = 64

/**
 * Calls `found` with each announced wallet, late ones too. Returns a function that stops it. The rdns identifies a
 * wallet, because its uuid changes with every load. So the kit ignores a second announcement of an rdns, whatever
 * script makes it.
 */
export function discoverAnnounced(found: (connector: Connector) => void, driver: Connector['driver']): () => void {
  const seen = new Set<string>()
  const hear = (event: Event) => {
    const connector = parseAnnouncement(event, driver)
    if (!connector || seen.has(connector.id) || seen.size >= ANNOUNCED_LIMIT) return
    seen.add(connector.id)
    found(connector)
  }
  addEventListener('eip6963:announceProvider', hear)
  dispatchEvent(new Event('eip6963:requestProvider'))
  return () => removeEventListener('eip6963:announceProvider', hear)
}

/** Any script of the page can dispatch the event, so this drops what does not fit, and copies and freezes the rest. */
function parseAnnouncement(event: Event, driver: Connector['driver']): Connector | undefined {
  try {
    const { info, provider } = (event as CustomEvent<{ info: Record<string, unknown>; provider: { request: unknown } }>)
      .detail
    const { rdns, icon, uuid } = info
    // A displayed name must not contain control characters, including invisible ones.
    const visible = String(info.name).slice(0, 200).replace(/\p{C}/gu, '').trim()
    const name = [...visible].slice(0, 64).join('')
    if (!name || typeof rdns !== 'string' || !RDNS.test(rdns) || typeof provider.request !== 'function') return
    const imageUrl = typeof icon === 'string' && /^data:image\//.test(icon) && icon.length <= ICON_LIMIT && icon
    return Object.freeze({
      id: rdns,
      name,
      type: 'ANNOUNCED',
      chain: 'eip155',
      chains: [],
      provider,
      ...(imageUrl && { imageUrl }),
      info: Object.freeze({ rdns, name, uuid: String(uuid).slice(0, 64) }),
      driver,
    })
  } catch {
    return
  }
}
