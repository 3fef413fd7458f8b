/**
 * Discovers wallets that announce themselves (EIP-6963). It asks them to announce themselves again, so it also finds
 * those that did so before this code loaded.
 */
import type { Connector } from '../contracts/connector.ts'

/** The longest icon (a data URI), in characters. A wallet with a longer one is listed with its first letter instead. */
const ICON_LIMIT = 262_144
/** Requires a dot, so that an announced rdns cannot equal a well-known connector id. */
const RDNS = /^(?=.{3,128}$)[\w-]+(\.[\w-]+)+$/
/** The most wallets to report, because a script of the page could announce any number of them. */
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

/**
 * Makes a connector of an announcement; `undefined` for an invalid one. Any script of the page can dispatch the event,
 * so this checks and copies its fields, and freezes the result.
 */
function parseAnnouncement(event: Event, driver: Connector['driver']): Connector | undefined {
  try {
    const { info, provider } = (event as CustomEvent<{ info: Record<string, unknown>; provider: { request: unknown } }>)
      .detail
    const { rdns, icon, uuid } = info
    // Remove control and other invisible characters from the displayed name.
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
