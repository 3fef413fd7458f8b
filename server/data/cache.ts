/** A cache with a lifetime. Concurrent requests for the same key share one load. */

import { Refusal } from '../../sandbox/refusal.ts'

export type CacheOptions = {
  /** ms for which a value is kept. */
  lifetime: number
  /**
   * The most entries: if there are more, the oldest are dropped. Expired ones are dropped when the next load succeeds.
   */
  most: number
  /**
   * Whether requests with the same key always ask for exactly the same; default true. If false, a request that shares
   * another request's load starts a load of its own when the shared one fails, because the cause may be something that
   * only the other request asked for.
   */
  isWhole?: boolean
  now?: () => number
}

/**
 * @returns a function that resolves with the value kept under `key`, else with what `load` resolves with. With
 * `isFresh` it uses neither a kept value nor a running load that was started without `isFresh`, because both may be
 * older than what the caller knows of: it starts a load, or shares one that was started with `isFresh`. Failures are
 * not kept.
 */
export function createCache<T>({ lifetime, most, isWhole = true, now = Date.now }: CacheOptions) {
  const kept = new Map<string, { value: T; until: number }>()
  const loading = new Map<string, { started: Promise<T>; isFresh: boolean }>()
  const start = (key: string, load: () => Promise<T>, isFresh: boolean): Promise<T> => {
    const isNewest = () => loading.get(key)?.started === started
    const started: Promise<T> = load()
      .then((value) => {
        // Another load of this key has started since, and its answer is the newer one: do not keep this one.
        if (!isNewest()) return value
        kept.delete(key)
        kept.set(key, { value, until: now() + lifetime })
        // All entries have the same lifetime, so the ones that were inserted first expire first.
        for (const [oldest, { until }] of kept) {
          if (kept.size <= most && until > now()) break
          kept.delete(oldest)
        }
        return value
      })
      .finally(() => {
        if (isNewest()) loading.delete(key)
      })
    loading.set(key, { started, isFresh })
    return started
  }
  const read = (key: string, load: () => Promise<T>, isFresh = false): Promise<T> => {
    const found = kept.get(key)
    if (found && !isFresh && found.until > now()) return Promise.resolve(found.value)
    const running = loading.get(key)
    if (!running || (isFresh && !running.isFresh)) return start(key, load, isFresh)
    return running.started.catch((error: unknown) => {
      if (!isWhole) return start(key, load, isFresh)
      // The client that started the load is over its limit (429). Read again, so that the load counts for this client.
      if (error instanceof Refusal) return read(key, load, isFresh)
      throw error
    })
  }
  return read
}
