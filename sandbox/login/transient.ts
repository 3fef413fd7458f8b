/**
 * Short-lived data of a login service: frames, codes, approvals, counts. It is in the memory of one process, or in a
 * table that several processes share (`server/store/sqlTransient.ts`). A crash may lose it: then people have to start
 * again.
 */
import type { Shape } from '../../runtime/auth/shape.ts'

/**
 * An entry, which is not found after `until` (ms since 1970). {@link Collection.drop} removes all entries with the same
 * `about`.
 */
export type Entry<T> = { value: T; until: number; about?: string }

/** Entries of one kind, by key. Never change a value that `get` returned: `update` replaces it. */
export type Collection<T> = {
  get: (key: string) => Promise<T | undefined>
  /**
   * Changes entries atomically. `change` gets their values in the order of `keys`, and `next` replaces them in that
   * order; undefined removes an entry. `change` must be synchronous, and have no other effects, because it may run more
   * than once.
   */
  update: <R>(
    keys: readonly string[],
    change: (found: readonly (T | undefined)[]) => { next: readonly (Entry<T> | undefined)[]; result: R },
  ) => Promise<R>
  /** Removes every entry with this `about`. */
  drop: (about: string) => Promise<void>
  clear: () => Promise<void>
}

export type Transient = {
  /** @param most the most entries in a process's memory, where the oldest are removed first; a database ignores it */
  collection: <T>(kind: string, shape: Shape<T>, most?: number) => Collection<T>
  /** Removes expired entries of all kinds. */
  erase: () => Promise<void>
}

/** Sets one entry, replacing an existing one; undefined removes it. */
export const put = <T>(collection: Collection<T>, key: string, entry: Entry<T> | undefined): Promise<void> =>
  collection.update([key], () => ({ next: [entry], result: undefined }))

/** Removes one entry. @returns its value, undefined if there was none */
export const take = <T>(collection: Collection<T>, key: string): Promise<T | undefined> =>
  collection.update([key], ([found]) => ({ next: [undefined], result: found }))

const SWEEP = 60_000

/**
 * Stores the data in this process's memory. No function awaits anything, so no other can run between the steps of a
 * change.
 */
export function memoryTransient(now: () => number): Transient {
  const kinds = new Map<string, Map<string, Entry<unknown>>>()
  let swept = now()
  const sweep = () => {
    swept = now()
    for (const entries of kinds.values()) for (const [key, { until }] of entries) if (until < swept) entries.delete(key)
  }
  return {
    collection<T>(kind: string, _shape: Shape<T>, most = Infinity): Collection<T> {
      const entries = (kinds.get(kind) ?? new Map()) as Map<string, Entry<T>>
      kinds.set(kind, entries)
      const find = (key: string): T | undefined => {
        const found = entries.get(key)
        return found && found.until >= now() ? found.value : undefined
      }
      return {
        get: async (key) => find(key),
        async update(keys, change) {
          if (Math.abs(now() - swept) > SWEEP) sweep()
          const { next, result } = change(keys.map(find))
          for (const [at, key] of keys.entries()) {
            const entry = next[at]
            if (entry) entries.set(key, entry)
            else entries.delete(key)
          }
          while (entries.size > most) entries.delete(entries.keys().next().value ?? '')
          return result
        },
        async drop(about) {
          for (const [key, entry] of entries) if (entry.about === about) entries.delete(key)
        },
        clear: async () => entries.clear(),
      }
    },
    erase: async () => sweep(),
  }
}
