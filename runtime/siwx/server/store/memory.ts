/**
 * Stores nonces and sessions. Several servers may call the methods at the same time. Values are text. If a method
 * rejects, the request fails with `unavailable`.
 */
export type Store = {
  /** The value; `undefined` if it expired or was never set. */
  get: (key: string) => Promise<string | undefined>
  /** Stores a value for `ttlSeconds` seconds (a whole number, at least 1). */
  set: (key: string, value: string, ttlSeconds: number) => Promise<void>
  /** Returns the value and deletes it atomically: if several callers take a key at once, only one gets the value. */
  take: (key: string) => Promise<string | undefined>
}

export type MemoryStoreOptions = {
  /** Most entries of one kind (the key's prefix up to the first colon). Beyond it the oldest are deleted. */
  limit?: number
  /** Returns ms since 1970 (default `Date.now`). */
  clock?: () => number
}

/**
 * A store for one server process; loses everything when the process ends. Each kind of entry has a limit of its own, so
 * that a flood of nonce requests cannot evict sessions.
 *
 * @example
 * ```ts
 * import { createSiwxServer, memoryStore } from 'walletkit/siwx-server'
 *
 * const siwx = createSiwxServer({ domain: 'app.example', store: memoryStore({ limit: 10_000 }) })
 * ```
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
      // Delete first, so that the entry becomes the newest: a Map keeps the order of insertion.
      held.delete(key)
      if (held.size >= limit) for (const [each, { end }] of held) if (end <= clock()) held.delete(each)
      for (const each of held.keys()) {
        if (held.size < limit) break
        held.delete(each)
      }
      held.set(key, { value, end: clock() + ttlSeconds * 1_000 })
    },
    // Atomic, because it runs within one turn of the event loop.
    take: async (key) => {
      const value = read(key)
      kindOf(key).delete(key)
      return value
    },
  }
}
