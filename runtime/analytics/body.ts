/** The body of `POST /e` (reference 1.15). */
import { uuid } from '../lib/uuid.ts'
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
