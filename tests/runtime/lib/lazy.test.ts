import { describe, expect, it } from 'vitest'
import { cooldown } from '../../../runtime/lib/cooldown.ts'
import { lazy, lazyFor } from '../../../runtime/lib/lazy.ts'
import * as time from '../../../runtime/lib/time.ts'

describe('lazy', () => {
  it('loads once for all who ask, and again after a failure', async () => {
    let loads = 0
    const load = lazy(async () => {
      if (++loads === 1) throw new Error('offline')
      return loads
    })
    await expect(Promise.allSettled([load(), load()])).resolves.toEqual([
      expect.objectContaining({ status: 'rejected' }),
      expect.objectContaining({ status: 'rejected' }),
    ])
    await expect(Promise.all([load(), load(), load()])).resolves.toEqual([2, 2, 2])
    expect(loads).toBe(2)
  })
})

describe('lazyFor', () => {
  it('loads each key once, and a key that failed again', async () => {
    const asked: string[] = []
    const load = lazyFor(async (key: string) => {
      asked.push(key)
      if (key === 'bad' && asked.length === 1) throw new Error('offline')
      return key.toUpperCase()
    })
    await expect(load('bad')).rejects.toThrow('offline')
    expect(await Promise.all([load('bad'), load('a'), load('a'), load('bad')])).toEqual(['BAD', 'A', 'A', 'BAD'])
    expect(asked).toEqual(['bad', 'bad', 'a'])
  })
})

describe('cooldown', () => {
  it('holds for its time from its last start', () => {
    let now = 1000
    const lock = cooldown(30_000, () => now)
    expect(lock.left()).toBe(0)
    lock.start()
    now += 29_999
    expect(lock.left()).toBe(1)
    now += 1
    expect(lock.left()).toBe(0)
    lock.start()
    lock.clear()
    expect(lock.left()).toBe(0)
  })
})

describe('time constants', () => {
  it('are the spec’s [S9.time.08] [S9.time.09] [S9.time.10] [S9.time.11] [S9.time.12]', () => {
    const { FOUR_MINUTES, TEN_SECONDS, FIVE_SECONDS, THREE_SECONDS, ONE_SECOND } = time
    expect([FOUR_MINUTES, TEN_SECONDS, FIVE_SECONDS, THREE_SECONDS, ONE_SECOND]).toEqual([
      240_000, 10_000, 5_000, 3_000, 1_000,
    ])
  })
})
