/** The body of `POST /e` (reference 1.15). */
import type { TrackedEvent } from './contract.ts'

export type EventBody = {
  /** A random UUID, one per event. */
  eventId: string
  /** The page's address without its query and hash. */
  url: string
  domain: string
  /** ms since 1970, when it happened. */
  timestamp: number
  props: { event: string; properties?: unknown; address: string | undefined }
}

export function eventBody({ event, properties, address, timestamp }: TrackedEvent, page: string): EventBody {
  const { origin, hostname, pathname, href } = new URL(page)
  return {
    eventId: uuid(),
    // A page without an origin, as one from a file, still has an address.
    url: origin === 'null' ? href.replace(/[?#].*$/s, '') : `${origin}${pathname}`,
    domain: hostname,
    timestamp,
    props: { event, ...(properties !== undefined && { properties }), address },
  }
}

/** A version 4 UUID (RFC 9562). `crypto.randomUUID` is missing on pages without TLS. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
