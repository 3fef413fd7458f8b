/** Reads the analytics events that the sandbox has received. */
import { beforeEach, expect } from 'vitest'
import type { Sandbox, TrackedEvent } from '../../sandbox/index.ts'
import type { Visited } from './flow.ts'

/** The events for the tests of one file. Each test starts with none. */
export function useEvents(sandbox: () => Sandbox) {
  beforeEach(() => fetch(`${sandbox().url}/sandbox/analytics`, { method: 'DELETE' }))
  // Each event is a request of its own, so they may arrive in another order than the page sent them.
  const received = () => [...sandbox().analytics().events].sort((one, other) => one.timestamp - other.timestamp)
  const named = (event: string) => received().filter(({ props }) => props['event'] === event)
  return {
    received,
    named,
    names: () => received().map(({ props }) => props['event']),
    /** Waits for an event with this name. @returns the first one */
    arrived: async (event: string): Promise<TrackedEvent> => {
      await expect.poll(() => named(event).length).toBeGreaterThan(0)
      return named(event)[0] as TrackedEvent
    },
    /** Waits until each of these events has arrived, and expects that each has arrived once. */
    arrivedOnce: async (...events: string[]) => {
      const counts = () => events.map((event) => [event, named(event).length])
      await expect.poll(counts).toEqual(events.map((event) => [event, 1]))
    },
  }
}

/** The URLs of a page's requests for the analytics part (its script) or to the analytics service. */
export const traces = ({ requests }: Visited) => requests.filter((url) => /\/e(\?|$)|\/analytics-/.test(url))

export const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
