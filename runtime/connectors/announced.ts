/** Wallets that announce themselves (EIP-6963). Asked again by our request, so nothing is missed by loading late. */
import type { Connector } from './connector.ts'

/** An icon larger than this is not shown, and the row falls back to a letter. */
const ICON_LIMIT = 262_144
/** At least one dot: an rdns can never take the place of a well-known connector id. */
const RDNS = /^(?=.{3,128}$)[\w-]+(\.[\w-]+)+$/
/** A page may announce without end (reliability P25). */
const ANNOUNCED_LIMIT = 64

/**
 * Calls `found` with each announced wallet, the late ones too; returns what stops it. A wallet is known by its rdns: the
 * uuid changes with every load (decisions 4.37), so a second announcement of an rdns, whoever makes it, changes nothing.
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

/** Any script of the page can dispatch the event: what does not fit is dropped, the rest copied and frozen. */
function parseAnnouncement(event: Event, driver: Connector['driver']): Connector | undefined {
  try {
    const { info, provider } = (event as CustomEvent<{ info: Record<string, unknown>; provider: { request: unknown } }>)
      .detail
    const { rdns, icon, uuid } = info
    // Control characters, also the invisible ones, are no part of a name that is shown.
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
