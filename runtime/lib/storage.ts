/**
 * The kit's only access to local storage, which is untrusted: it may be absent, full, throw on access, or contain other
 * code's values. Nothing here throws; values that could not be stored stay in memory until the page closes.
 */
import type { StorageKey } from './storageKeys.ts'

export type Storage = {
  get: (key: StorageKey) => string | undefined
  set: (key: StorageKey, value: string) => void
  remove: (key: StorageKey) => void
}

type Backing = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createStorage(backing: Backing | undefined = attempt(() => globalThis.localStorage)): Storage {
  /** Writes that local storage refused: the value, or `undefined` for a removal. */
  const memory = new Map<string, string | undefined>()
  const read = (key: string) => attempt(() => backing?.getItem(key)) ?? undefined
  const write = (key: StorageKey, value?: string) => {
    attempt(() => (value === undefined ? backing?.removeItem(key) : backing?.setItem(key, value)))
    // If storage does not have the new value, keep the value in memory. After a failed removal, memory hides the old
    // value.
    if (read(key) === value) memory.delete(key)
    else memory.set(key, value)
  }
  return { get: (key) => (memory.has(key) ? memory.get(key) : read(key)), set: write, remove: (key) => write(key) }
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
