import type { Storage } from '../lib/storage.ts'
import type { StorageKey } from '../lib/storageKeys.ts'

type Entry<T> = { timestamp: number; value: T }

/**
 * A cache in local storage. Each entry has the time when it was written, and expires after `lifetime` ms. `parse`
 * validates what storage contains; an invalid value reads as absent. Use CAIP-10 addresses as ids, so that an account
 * has an entry for each network.
 */
export function createCache<T>(
  storage: Storage,
  key: StorageKey,
  lifetime: number,
  parse: (value: unknown) => T | undefined,
) {
  const read = (): Record<string, Entry<unknown>> => {
    try {
      const stored: unknown = JSON.parse(storage.get(key) ?? '{}')
      return typeof stored === 'object' && stored !== null ? (stored as Record<string, Entry<unknown>>) : {}
    } catch {
      return {}
    }
  }
  const fresh = (entry: Entry<unknown> | undefined) =>
    entry !== undefined &&
    typeof entry?.timestamp === 'number' &&
    Date.now() - entry.timestamp < lifetime &&
    entry.timestamp <= Date.now()
  return {
    get: (id: string): T | undefined => {
      const entries = read()
      const entry = Object.hasOwn(entries, id) ? entries[id] : undefined
      return fresh(entry) ? parse(entry?.value) : undefined
    },
    set: (id: string, value: T) => {
      // Each write drops expired entries and all others but the newest 19, so that the store stays small.
      const kept = Object.entries(read()).filter(([other, entry]) => other !== id && fresh(entry))
      storage.set(key, JSON.stringify(Object.fromEntries([...kept.slice(-19), [id, { timestamp: Date.now(), value }]])))
    },
    clear: () => storage.remove(key),
  }
}
