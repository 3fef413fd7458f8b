/**
 * Short-lived data of a login service, such as open login iframes, mailed codes, approvals of browsers and of address
 * changes, and the counters of limits. It is kept in the memory of one process, or in a database table or a Redis that
 * several processes share (`sqlTransient.ts` and `redisTransient.ts` in `server/store`). A crash may lose it: then
 * people have to start again.
 */
import type { Shape } from '../../runtime/auth/shape.ts'

/**
 * An entry, which is not found after `until` (ms since 1970). {@link Collection.drop} removes all entries with the same
 * `about`. `owner` is the client that caused the entry (see `ownerKey`), for a collection with a limit; shared
 * stores do not keep it.
 */
export type Entry<T> = { value: T; until: number; about?: string; owner?: string }

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
  /**
   * The collection of the entries of one kind.
   * @param most the most entries in a process's memory; shared stores ignore it. Above it, the owner with most entries
   *   loses them, the longest unused first: an owner with few entries loses none to one with many
   */
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

/** Removes entries until `most` are left: each time the longest unused one of the owner who has most. */
function shrink(entries: Map<string, Entry<unknown>>, most: number): void {
  const owned = new Map<string, string[]>()
  for (const [key, { owner = '' }] of entries) {
    const keys = owned.get(owner) ?? []
    keys.push(key)
    owned.set(owner, keys)
  }
  while (entries.size > most) {
    let largest: string[] = []
    for (const keys of owned.values()) if (keys.length > largest.length) largest = keys
    entries.delete(largest.shift() ?? '')
  }
}

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
        async get(key) {
          const entry = entries.get(key)
          // A Map has its entries in the order of insertion. Move what is used to the end, so that `shrink` removes
          // it last.
          if (entry && most < Infinity) {
            entries.delete(key)
            entries.set(key, entry)
          }
          return find(key)
        },
        async update(keys, change) {
          if (Math.abs(now() - swept) > SWEEP) sweep()
          const { next, result } = change(keys.map(find))
          for (const [at, key] of keys.entries()) {
            const entry = next[at]
            if (entry) entries.set(key, entry)
            else entries.delete(key)
          }
          // Remove some more than needed: `shrink` looks at all entries, so it should not run for every new one.
          if (entries.size > most) shrink(entries, Math.floor(most * 0.99))
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
