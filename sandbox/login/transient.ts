/**
 * What a login service keeps for minutes: frames, codes, approvals, counts. In the memory of one process, or where several
 * processes have it (`server/store/sqlTransient.ts`). It may be lost in a crash: then people start again.
 */
import type { Shape } from '../../runtime/auth/shape.ts'

/** `until`: ms since 1970. `about`: what {@link Collection.drop} finds it by. */
export type Entry<T> = { value: T; until: number; about?: string }

/** Entries of one kind, by their key. One that has ended is not found. Nobody changes a value: `update` replaces it. */
export type Collection<T> = {
  get: (key: string) => Promise<T | undefined>
  /**
   * Changes entries in one step, between which and `change` nobody else changes them. `change` gets the values in the order of
   * `keys`, and `next` replaces them: undefined removes one. It may run more than once, and must not wait.
   */
  update: <R>(
    keys: readonly string[],
    change: (found: readonly (T | undefined)[]) => { next: readonly (Entry<T> | undefined)[]; result: R },
  ) => Promise<R>
  /** Removes every entry about something. */
  drop: (about: string) => Promise<void>
  clear: () => Promise<void>
}

export type Transient = {
  /** @param most how many entries one process's memory keeps; the oldest go first */
  collection: <T>(kind: string, shape: Shape<T>, most?: number) => Collection<T>
  /** Removes what has ended. */
  erase: () => Promise<void>
}

/** Stores one entry, whatever was there; undefined removes it. */
export const put = <T>(collection: Collection<T>, key: string, entry: Entry<T> | undefined): Promise<void> =>
  collection.update([key], () => ({ next: [entry], result: undefined }))

/** Removes one entry. @returns what it was */
export const take = <T>(collection: Collection<T>, key: string): Promise<T | undefined> =>
  collection.update([key], ([found]) => ({ next: [undefined], result: found }))

const SWEEP = 60_000

/** In this process's memory. Every function runs without a pause, so that no other can see half of a change. */
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
