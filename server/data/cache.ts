/** Keeps answers for a while, and lets requests for the same thing at the same time share one. */

import { Refusal } from '../../sandbox/refusal.ts'

export type CacheOptions = {
  /** ms. */
  lifetime: number
  /** The oldest entries are dropped above this many. Those that have ended are dropped with the next load. */
  most: number
  /**
   * Whether the key is the whole question, as it is unless given. If not, who shares a load that fails loads too: it may
   * have failed for what only the other one asked.
   */
  isWhole?: boolean
  now?: () => number
}

/**
 * @returns a function that resolves with what is kept under `key`, else with what `load` resolves with. With `isFresh`
 * it loads in any case, unless that happens already. A failure is not kept.
 */
export function createCache<T>({ lifetime, most, isWhole = true, now = Date.now }: CacheOptions) {
  const kept = new Map<string, { value: T; until: number }>()
  const loading = new Map<string, Promise<T>>()
  const start = (key: string, load: () => Promise<T>): Promise<T> => {
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
      .finally(() => {
        if (loading.get(key) === started) loading.delete(key)
      })
    loading.set(key, started)
    return started
  }
  const read = (key: string, load: () => Promise<T>, isFresh = false): Promise<T> => {
    const found = kept.get(key)
    if (found && !isFresh && found.until > now()) return Promise.resolve(found.value)
    const running = loading.get(key)
    if (!running) return start(key, load)
    return running.catch((error: unknown) => {
      if (!isWhole) return start(key, load)
      // Who shares a load is not refused because the one who started it has asked for too much.
      if (error instanceof Refusal) return read(key, load, isFresh)
      throw error
    })
  }
  return read
}
