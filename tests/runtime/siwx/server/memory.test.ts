import { expect, it } from 'vitest'
import { memoryStore } from '../../../../runtime/siwx/server/index.ts'

it('stores an entry, returns it once, and expires it', async () => {
  let now = 0
  const store = memoryStore({ clock: () => now })
  await store.set('a:1', 'x', 10)
  expect([await store.get('a:1'), await store.get('a:1')]).toEqual(['x', 'x'])
  const taken = await Promise.all(Array.from({ length: 1_000 }, () => store.take('a:1')))
  expect(taken.filter((value) => value !== undefined)).toEqual(['x'])
  await store.set('a:2', 'y', 10)
  now = 9_999
  expect(await store.get('a:2')).toBe('y')
  now = 10_000
  expect(await store.get('a:2')).toBeUndefined()
  expect(await store.take('a:2')).toBeUndefined()
})

it('limits each kind separately: a flood of one kind evicts no entry of another', async () => {
  let now = 0
  const store = memoryStore({ limit: 100, clock: () => now })
  await store.set('session:a', 'me', 1_000)
  await store.set('nonce:short', '1', 1)
  await store.set('nonce:first', '1', 100)
  now = 2_000
  for (let count = 0; count < 98; count++) await store.set(`nonce:${count}`, '1', 100)
  // Expired entries are removed first, so there was room.
  expect(await store.get('nonce:first')).toBe('1')
  await store.set('nonce:98', '1', 100)
  await store.set('nonce:99', '1', 100)
  expect(await store.get('nonce:first')).toBeUndefined()
  expect(await store.get('nonce:1')).toBe('1')
  for (let count = 0; count < 10_000; count++) await store.set(`nonce:x${count}`, '1', 100)
  expect(await store.get('nonce:99')).toBeUndefined()
  expect(await store.get('nonce:x9999')).toBe('1')
  expect(await store.get('session:a')).toBe('me')
})

it('keeps the sessions that it has when it is full, and takes new ones once others have ended', async () => {
  let now = 0
  const store = memoryStore({ limit: 100, clock: () => now })
  for (let count = 0; count < 100; count++) await store.set(`session:${count}`, String(count), count === 7 ? 1 : 1_000)
  await expect(store.set('session:one-more', 'x', 1_000)).rejects.toThrow('full of sessions')
  expect(await store.get('session:0')).toBe('0')
  now = 2_000
  await store.set('session:one-more', 'x', 1_000)
  expect([await store.get('session:0'), await store.get('session:one-more')]).toEqual(['0', 'x'])
  await store.take('session:0')
  await store.set('session:another', 'y', 1_000)
  await expect(store.set('session:too-many', 'z', 1_000)).rejects.toThrow('full of sessions')
})

it('counts a long entry as several', async () => {
  const store = memoryStore({ limit: 100 })
  await store.set('session:long', 'x'.repeat(199_001), 1_000)
  await expect(store.set('session:next', 'x', 1_000)).rejects.toThrow('full of sessions')
  await store.take('session:long')
  await store.set('session:next', 'x', 1_000)
  for (let count = 0; count < 3; count++) await store.set(`nonce:${count}`, 'x'.repeat(80_000), 1_000)
  expect(await store.get('nonce:0')).toBeUndefined()
  expect(await store.get('nonce:1')).toBeDefined()
  expect(await store.get('nonce:2')).toHaveLength(80_000)
})
