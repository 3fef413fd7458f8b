/** Keeps answers for a while, and lets requests for the same thing at the same time share one. */

import { Refusal } from '../../sandbox/refusal.ts'

export type CacheOptions = {
  /** ms. */
  lifetime: number
  /** The oldest entries are dropped above this many. Those that have ended are dropped with the next load. */
  most: number
  now?: () => number
}

/**
 * @returns a function that resolves with what is kept under `key`, else with what `load` resolves with. With `isFresh`
 * it loads in any case, unless that happens already. A failure is not kept.
 */
export function createCache<T>({ lifetime, most, now = Date.now }: CacheOptions) {
  const kept = new Map<string, { value: T; until: number }>()
  const loading = new Map<string, Promise<T>>()
  const read = (key: string, load: () => Promise<T>, isFresh = false): Promise<T> => {
    const found = kept.get(key)
    if (found && !isFresh && found.until > now()) return Promise.resolve(found.value)
    const running = loading.get(key)
    // Who shares a load is not refused because the one who started it has asked for too much.
    if (running)
      return running.catch((error: unknown) => {
        if (error instanceof Refusal) return read(key, load, isFresh)
        throw error
      })
    const started = load()
      .then((value) => {
        kept.delete(key)
        kept.set(key, { value, until: now() + lifetime })
        // All live equally long, so that the first ones end first.
        for (const [oldest, { until }] of kept) {
          if (kept.size <= most && until > now()) break
          kept.delete(oldest)
        }
        return value
      })
      .finally(() => loading.delete(key))
    loading.set(key, started)
    return started
  }
  return read
}
