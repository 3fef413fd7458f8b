import { describe, expect, it, vi } from 'vitest'
import { createStorage } from '../../../runtime/lib/storage.ts'

const KEY = '@appkit/wallet_id'
const store = (first: Record<string, string> = {}) => {
  const items = new Map(Object.entries(first))
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

describe('storage', () => {
  it('writes through, and sees what another tab wrote', () => {
    const backing = store()
    const storage = createStorage(backing)
    storage.set(KEY, 'a')
    expect(backing.items.get(KEY)).toBe('a')
    backing.items.set(KEY, 'b')
    expect(storage.get(KEY)).toBe('b')
    storage.remove(KEY)
    expect([storage.get(KEY), backing.items.size]).toEqual([undefined, 0])
  })

  it('remembers within the page what a full store refused', () => {
    const storage = createStorage({ ...store({ [KEY]: 'old' }), setItem: full })
    storage.set(KEY, 'new')
    expect(storage.get(KEY)).toBe('new')
    storage.remove(KEY)
    expect(storage.get(KEY)).toBeUndefined()
  })

  it('forgets within the page what the store refuses to forget', () => {
    const storage = createStorage({ ...store({ [KEY]: 'old' }), removeItem: full })
    storage.remove(KEY)
    expect(storage.get(KEY)).toBeUndefined()
    storage.set(KEY, 'new')
    expect(storage.get(KEY)).toBe('new')
  })

  it('lives without a store, and with one that throws on every access', () => {
    vi.stubGlobal('localStorage', undefined)
    for (const storage of [createStorage(), createStorage({ getItem: full, setItem: full, removeItem: full })]) {
      expect(storage.get(KEY)).toBeUndefined()
      storage.set(KEY, 'a')
      expect(storage.get(KEY)).toBe('a')
      storage.remove(KEY)
      expect(storage.get(KEY)).toBeUndefined()
    }
    vi.unstubAllGlobals()
  })
})
