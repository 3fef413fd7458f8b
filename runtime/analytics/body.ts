/** Builds the body of the request (`POST /e`) that sends one tracking event to the analytics service. */
import { uuid } from '../lib/uuid.ts'
import type { TrackedEvent } from '../contracts/events.ts'

export type EventBody = {
  /** A random UUID per event. */
  eventId: string
  /** The page's address without its query and hash. */
  url: string
  domain: string
  /** ms since 1970 when the event happened. */
  timestamp: number
  props: { event: string; properties?: unknown; address: string | undefined }
}

export function eventBody({ event, properties, address, timestamp }: TrackedEvent, page: string): EventBody {
  const { origin, hostname, pathname, href } = new URL(page)
  return {
    eventId: uuid(),
    // A page without an origin, such as a file, still has an address: remove its query and hash as text.
    url: origin === 'null' ? href.replace(/[?#].*$/s, '') : `${origin}${pathname}`,
    domain: hostname,
    timestamp,
    props: { event, ...(properties !== undefined && { properties }), address },
  }
}
