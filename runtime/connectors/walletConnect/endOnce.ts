/**
 * The library ends a session for every goodbye that it hears, and throws where nobody listens once the session is gone: a
 * relay may bring the same goodbye twice, and the page would see a rejection that is nobody's.
 */
import type { RelayClient } from './client.ts'

export function endOnce({ client: { engine, session } }: RelayClient) {
  const end = engine?.deleteSession
  if (!engine || !end) return
  const ending = new Set<string>()
  engine.deleteSession = async (params) => {
    const { topic } = params
    if (ending.has(topic) || !session.keys.includes(topic)) return
    ending.add(topic)
    try {
      await end(params)
    } finally {
      ending.delete(topic)
    }
  }
}
