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
  /**
   * The most entries of one kind (the key's prefix up to the first colon); an entry of more than 2,000 characters
   * counts as several (default 50,000). Beyond this limit, the oldest entries are deleted, but no sessions: a person
   * who signs in with many new keys could end everybody's sessions. Instead, new sign-ins fail with `unavailable` until
   * a session ends.
   */
  limit?: number
  /** Returns ms since 1970 (default `Date.now`). */
  clock?: () => number
}

type Entry = { value: string; end: number }
/**
 * The entries of one kind, oldest first. `weight` is the sum of the entries for which their values count (`weightOf`).
 */
type Kind = { entries: Map<string, Entry>; weight: number }

/**
 * A store for one server process; loses everything when the process ends. Each kind of entry has a limit of its own, so
 * that a flood of nonce requests evicts no sessions. A flood of sign-ins evicts no sessions either.
 *
 * @example
 * ```ts
 * import { createSiwxServer, memoryStore } from 'walletkit/siwx-server'
 *
 * const siwx = createSiwxServer({ domain: 'app.example', store: memoryStore({ limit: 10_000 }) })
 * ```
 */
export function memoryStore({ limit = 50_000, clock = Date.now }: MemoryStoreOptions = {}): Store {
  const kinds = new Map<string, Kind>()
  const kindOf = (key: string) => {
    const name = nameOf(key)
    const kind = kinds.get(name) ?? { entries: new Map<string, Entry>(), weight: 0 }
    kinds.set(name, kind)
    return kind
  }
  const read = (key: string) => {
    const entry = kindOf(key).entries.get(key)
    return entry && entry.end > clock() ? entry.value : undefined
  }
  const remove = (kind: Kind, key: string) => {
    kind.weight -= weightOf(kind.entries.get(key)?.value)
    kind.entries.delete(key)
  }
  return {
    get: async (key) => read(key),
    set: async (key, value, ttlSeconds) => {
      const kind = kindOf(key)
      const most = limit - weightOf(value)
      // Delete first, so that the entry becomes the newest: a Map keeps the order of insertion.
      remove(kind, key)
      if (kind.weight > most) for (const [each, { end }] of kind.entries) if (end <= clock()) remove(kind, each)
      if (kind.weight > most && nameOf(key) === 'session')
        throw new Error('The memory store is full of sessions: raise its limit, or use a shared store')
      for (const each of kind.entries.keys()) {
        if (kind.weight <= most) break
        remove(kind, each)
      }
      kind.entries.set(key, { value, end: clock() + ttlSeconds * 1_000 })
      kind.weight += weightOf(value)
    },
    // Atomic, because it runs within one turn of the event loop.
    take: async (key) => {
      const value = read(key)
      remove(kindOf(key), key)
      return value
    },
  }
}

const nameOf = (key: string) => key.split(':', 1)[0] ?? ''
/**
 * For how many entries a value counts. A signed message is as long as its sender likes, so a number of entries alone
 * would not limit the memory.
 */
const weightOf = (value: string | undefined) => (value === undefined ? 0 : Math.max(1, Math.ceil(value.length / 2_000)))
