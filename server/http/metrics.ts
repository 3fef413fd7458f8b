/** Metrics for Prometheus. Each label has a limited number of values, because each new value takes memory for good. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Event, Store } from '../../sandbox/login/store.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(sockets: () => number) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'walletkit_http_seconds',
    help: 'How long requests took.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const events = new Counter({
    name: 'walletkit_events_total',
    help: 'What happened to accounts.',
    labelNames: ['kind'],
    registers,
  })
  const tracked = new Counter({
    name: 'walletkit_analytics_total',
    help: 'Events that pages told, by name.',
    labelNames: ['event'],
    registers,
  })
  const failures = new Counter({ name: 'walletkit_failures_total', help: 'Unexpected errors.', registers })
  new Gauge({
    name: 'walletkit_relay_sockets',
    help: 'Open sockets of the relay.',
    registers,
    collect() {
      this.set(sockets())
    },
  })
  return {
    text: () => registry.metrics(),
    type: registry.contentType,
    answered: (route: string, status: number, seconds: number) => requests.observe({ route, status }, seconds),
    failed: () => failures.inc(),
    tracked: (event: string) => tracked.inc({ event }),
    /** Wraps a store so that the events that it stores are counted. */
    counting(store: Store): Store {
      const count = (event: Event | undefined) => event && events.inc({ kind: event.kind })
      const counted = (isAdded: boolean, event: Event | undefined) => {
        if (isAdded) count(event)
        return isAdded
      }
      return {
        ...store,
        addUser: async (user, event) => counted(await store.addUser(user, event), event),
        addSession: async (session, proof, event) => counted(await store.addSession(session, proof, event), event),
        setKeys: async (id, before, after, by) => counted(await store.setKeys(id, before, after, by), by?.event),
        async record(event) {
          await store.record(event)
          count(event)
        },
      }
    },
  }
}
