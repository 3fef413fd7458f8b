import type { Store } from './store.ts'

export type MemoryStoreOptions = {
  /** Entries of a kind (what stands before the key's first colon) that are kept; beyond it the oldest go. */
  limit?: number
  /** ms since 1970. */
  clock?: () => number
}

/**
 * For one server process; it forgets all when that ends. Each kind of entry has a limit of its own, so that a flood of
 * nonces pushes nobody out of a session.
 */
export function memoryStore({ limit = 50_000, clock = Date.now }: MemoryStoreOptions = {}): Store {
  const kinds = new Map<string, Map<string, { value: string; end: number }>>()
  const kindOf = (key: string) => {
    const [kind = ''] = key.split(':', 1)
    const held = kinds.get(kind) ?? new Map<string, { value: string; end: number }>()
    kinds.set(kind, held)
    return held
  }
  const read = (key: string) => {
    const entry = kindOf(key).get(key)
    return entry && entry.end > clock() ? entry.value : undefined
  }
  return {
    get: async (key) => read(key),
    set: async (key, value, ttlSeconds) => {
      const held = kindOf(key)
      // A value that is set again is the newest: a Map keeps the order in which keys came.
      held.delete(key)
      if (held.size >= limit) for (const [each, { end }] of held) if (end <= clock()) held.delete(each)
      for (const each of held.keys()) {
        if (held.size < limit) break
        held.delete(each)
      }
      held.set(key, { value, end: clock() + ttlSeconds * 1_000 })
    },
    // One turn of the event loop: nobody comes between.
    take: async (key) => {
      const value = read(key)
      kindOf(key).delete(key)
      return value
    },
  }
}
