import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../sandbox/refusal.ts'
import { createCache } from '../../../server/data/cache.ts'

/** A cache with a clock, and the loads that it started. */
function make(most = 10) {
  const state = { now: 0, loads: [] as string[] }
  const cache = createCache<string>({ lifetime: 100, most, now: () => state.now })
  const read = (key: string, isFresh = false) =>
    cache(
      key,
      () => {
        state.loads.push(key)
        return Promise.resolve(`${key}${state.loads.length}`)
      },
      isFresh,
    )
  return { state, cache, read }
}

describe('a cache', () => {
  it('loads once in a lifetime', async () => {
    const { state, read } = make()
    expect([await read('a'), await read('a'), await read('b')]).toEqual(['a1', 'a1', 'b2'])
    state.now = 99
    expect(await read('a')).toBe('a1')
    state.now = 100
    expect(await read('a')).toBe('a3')
  })

  it('lets requests at the same time share one load, fresh ones too', async () => {
    const { state, read } = make()
    expect(await Promise.all([read('a'), read('a')])).toEqual(['a1', 'a1'])
    expect(await Promise.all([read('a', true), read('a', true), read('a')])).toEqual(['a2', 'a2', 'a1'])
    expect(await read('a')).toBe('a2')
    expect(state.loads).toHaveLength(2)
  })

  it('loads again for a fresh request while an older load runs, and does not keep the older answer', async () => {
    const { cache } = make()
    const ends: ((value: string) => void)[] = []
    const slow = cache('a', () => new Promise((resolve) => ends.push(resolve)))
    const fresh = () => Promise.resolve('after the payment')
    const forced = cache('a', fresh, true)
    await Promise.resolve()
    ends.forEach((end) => end('before the payment'))
    expect(await forced).toBe('after the payment')
    expect(await slow).toBe('before the payment')
    expect(await cache('a', fresh)).toBe('after the payment')
  })

  it('loads for those who share a load that its starter may not pay for', async () => {
    const { cache, read, state } = make()
    const refused = cache('a', () => Promise.reject(new Refusal(429, 'rate', 'Too many')))
    const shared = [read('a'), read('a')]
    await expect(refused).rejects.toMatchObject({ status: 429 })
    expect(await Promise.all(shared)).toEqual(['a1', 'a1'])
    expect(state.loads).toHaveLength(1)
  })

  it('loads for those who share a load that fails, if the key is not the whole question', async () => {
    for (const isWhole of [true, false]) {
      const cache = createCache<string>({ lifetime: 100, most: 10, isWhole, now: () => 0 })
      const failed = cache('a', () => Promise.reject(new Error('for this account')))
      const shared = cache('a', () => Promise.resolve('b'))
      await expect(failed).rejects.toThrow('for this account')
      if (isWhole) await expect(shared).rejects.toThrow('for this account')
      else expect(await shared).toBe('b')
    }
  })

  it('does not keep a failure', async () => {
    const { cache, read } = make()
    const failed = cache('a', () => Promise.reject(new Error('down')))
    await expect(failed).rejects.toThrow('down')
    expect(await read('a')).toBe('a1')
  })

  it('drops the oldest entries above its size', async () => {
    const { state, read } = make(2)
    for (const key of ['a', 'b']) await read(key)
    // Loaded anew, so that b is the oldest.
    await read('a', true)
    await read('c')
    await read('a')
    expect(state.loads).toEqual(['a', 'b', 'a', 'c'])
    await read('b')
    expect(state.loads.at(-1)).toBe('b')
  })
})
