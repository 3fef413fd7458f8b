import { parseObject, Refusal } from './refusal.ts'

/** An event as a page sent it to `POST /e`. */
export type TrackedEvent = {
  eventId: string
  url: string
  domain: string
  timestamp: number
  props: Record<string, unknown>
}

/**
 * The analytics events received so far. `events` has the newest 1,000; `count` and `byEvent` (by the event's name)
 * count all.
 */
export type AnalyticsReport = { count: number; byEvent: Record<string, number>; events: TrackedEvent[] }

export type AnalyticsSink = { receive: (body: Buffer) => void; report: () => AnalyticsReport; clear: () => void }

const limit = 1000

/** Parses the body of `POST /e`. @throws Refusal 400 that names the wrong field */
export function parseEvent(body: Buffer): TrackedEvent {
  const { eventId, url, domain, timestamp, props } = parseObject(body)
  const refuse = (field: string) => new Refusal(400, field, `${field} is missing or has a wrong type`)
  if (typeof eventId !== 'string' || !eventId) throw refuse('eventId')
  if (typeof url !== 'string') throw refuse('url')
  if (typeof domain !== 'string') throw refuse('domain')
  if (typeof timestamp !== 'number') throw refuse('timestamp')
  if (typeof props !== 'object' || props === null || Array.isArray(props)) throw refuse('props')
  return { eventId, url, domain, timestamp, props: props as Record<string, unknown> }
}

/** Keeps and counts analytics events in memory. `receive` throws a 400 {@link Refusal} for a malformed body. */
export function createAnalytics(): AnalyticsSink {
  let events: TrackedEvent[] = []
  let counts = new Map<string, number>()
  return {
    receive(body) {
      const event = parseEvent(body)
      const name = typeof event.props['event'] === 'string' ? event.props['event'] : 'UNNAMED'
      counts.set(name, (counts.get(name) ?? 0) + 1)
      events = [...events.slice(1 - limit), event]
    },
    report() {
      const count = [...counts.values()].reduce((sum, n) => sum + n, 0)
      return { count, byEvent: Object.fromEntries(counts), events }
    },
    clear() {
      events = []
      counts = new Map()
    },
  }
}
