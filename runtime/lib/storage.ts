/**
 * Local storage by one door. Storage is hostile: it may be absent, full, throw on access or hold what somebody else
 * wrote. Nothing here throws; what could not be written is still known until the page goes.
 */
import type { StorageKey } from './storageKeys.ts'

export type Storage = {
  get: (key: StorageKey) => string | undefined
  set: (key: StorageKey, value: string) => void
  remove: (key: StorageKey) => void
}

type Backing = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createStorage(backing: Backing | undefined = attempt(() => globalThis.localStorage)): Storage {
  /** What the store refused: a value to remember, or `undefined` for one to forget. */
  const memory = new Map<string, string | undefined>()
  const read = (key: string) => attempt(() => backing?.getItem(key)) ?? undefined
  const write = (key: StorageKey, value?: string) => {
    attempt(() => (value === undefined ? backing?.removeItem(key) : backing?.setItem(key, value)))
    // A store that refuses to forget must not bring the value back within this page.
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
