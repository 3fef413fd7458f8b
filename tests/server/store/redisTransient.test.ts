/** What only a Redis can do to short-lived data: expire it, come back with an older state, or vanish in the middle. */
import { connect, createServer, type AddressInfo } from 'node:net'
import { Redis as RawRedis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { number, object, text } from '../../../runtime/auth/shape.ts'
import { createLimits, limitRules } from '../../../sandbox/login/limits.ts'
import { put, take, type Collection } from '../../../sandbox/login/transient.ts'
import { openRedis, type Redis, riskOfRedis } from '../../../server/store/redis.ts'
import { redisTransient } from '../../../server/store/redisTransient.ts'
import type { RedisAddress } from '../../../server/store/redisUrl.ts'
import { redisAddress, startRedis, type TestRedis } from '../../support/redis.ts'

const SECRET = Buffer.alloc(32, 7)
const shape = object({ count: number })
type Things = Collection<{ count: number }>

let server: TestRedis
const closing: (() => unknown)[] = []
beforeAll(async () => {
  server = await startRedis()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => server?.stop())

const open = async (address: RedisAddress, lost?: (error: Error) => void): Promise<Redis> => {
  const redis = await openRedis(address, lost)
  closing.push(redis.close)
  return redis
}
const thingsIn = (redis: Redis): Things => redisTransient(redis, SECRET, Date.now).collection('things', shape)
const raw = ({ port, database }: RedisAddress) => {
  const client = new RawRedis({ port, host: '127.0.0.1', db: database, lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => {})
  closing.push(() => client.disconnect())
  return client
}
const entry = (count: number, about?: string) => ({
  value: { count },
  until: Date.now() + 600_000,
  ...(about !== undefined && { about }),
})
const add = (things: Things) =>
  things.update(['a'], ([found]) => ({ next: [entry((found?.count ?? 0) + 1)], result: undefined }))

/** A proxy before a Redis, which can lose the next change on its way there, or its answer on the way back. */
async function startProxy(to: RedisAddress) {
  let losing: 'change' | 'answer' | undefined
  const proxy = createServer((near) => {
    const far = connect(to.port, to.host)
    let isWaiting = false
    near.on('data', (chunk: Buffer) => {
      const isChange = chunk.includes('EVALSHA') || chunk.includes('EVAL\r\n')
      if (isChange && losing === 'change') {
        losing = undefined
        return void near.destroy()
      }
      isWaiting ||= isChange && losing === 'answer'
      far.write(chunk)
    })
    far.on('data', (chunk: Buffer) => {
      if (isWaiting && !chunk.includes('NOSCRIPT')) {
        losing = undefined
        return void near.destroy()
      }
      near.write(chunk)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  closing.push(() => proxy.close())
  const { port } = proxy.address() as AddressInfo
  return { address: { ...to, port }, lose: (what: 'change' | 'answer') => void (losing = what) }
}

describe('a Redis', () => {
  it('counts exactly what two processes change at the same moment', async () => {
    const address = server.create()
    const all = [thingsIn(await open(address)), thingsIn(await open(address))] as const
    await Promise.all(Array.from({ length: 400 }, (_, at) => add(all[at % 2 ? 1 : 0])))
    expect(await all[0].get('a')).toEqual({ count: 400 })
    const taken = await Promise.all(Array.from({ length: 200 }, (_, at) => take(all[at % 2 ? 1 : 0], 'a')))
    expect(taken.filter(Boolean)).toEqual([{ count: 400 }])
  }, 30_000)

  it('has no key that does not expire, and none that tells who was here or from where', async () => {
    const address = server.create()
    const transient = redisTransient(await open(address), SECRET, Date.now)
    const limits = createLimits(() => limitRules, transient, Date.now)
    await limits.mail({ id: 'frame', ip: '192.0.2.7' }, 'ada@example.com')
    const things = transient.collection('things', shape)
    await put(things, 'bob@example.com', entry(1, 'ada@example.com'))
    const people = transient.collection('people', object({ email: text, ip: text }))
    await put(people, 'a frame', { value: { email: 'ada@example.com', ip: '192.0.2.7' }, until: Date.now() + 600_000 })
    expect(await people.get('a frame')).toEqual({ email: 'ada@example.com', ip: '192.0.2.7' })
    const client = raw(address)
    const keys = await client.keys('*')
    expect(keys.length).toBeGreaterThanOrEqual(7)
    for (const key of keys) {
      const left = await client.pttl(key)
      expect(left, key).toBeGreaterThan(600_000)
      expect(left, key).toBeLessThanOrEqual(3_600_000 + 60_000)
      const kept = key.includes(':about:') ? await client.zrange(key, 0, -1) : await client.get(key)
      for (const told of ['ada', 'bob', '192.0.2.7']) expect(`${key} ${String(kept)}`).not.toContain(told)
    }
  })

  it('drops by what an entry is about now, and keeps no index that grows for ever', async () => {
    const address = server.create()
    let time = 1_000_000
    const redis = await open(address)
    const things = redisTransient(redis, SECRET, () => time).collection('things', shape)
    const at = (about: string) => ({ value: { count: 1 }, until: time + 1_000, about })
    await put(things, 'a', at('ada'))
    await put(things, 'a', at('bob'))
    await things.drop('ada')
    expect(await things.get('a')).toEqual({ count: 1 })
    for (let each = 0; each < 20; each++) {
      await put(things, `key ${each}`, at('bob'))
      time += 20_000
    }
    const [index = ''] = (await raw(address).keys('*:about:*')).filter(Boolean)
    // One entry each 20 s, and each ends after 1 s and a minute.
    expect(await raw(address).zcard(index)).toBeLessThanOrEqual(4)
  })

  it('says which kind of entry was changed by somebody else, and nothing of its content', async () => {
    const address = server.create()
    const things = thingsIn(await open(address))
    await put(things, 'a', entry(1))
    const client = raw(address)
    const [key = ''] = await client.keys('*')
    for (const text of ['{"about":"","until":9e15,"value":"{\\"count\\":\\"secret\\"}"}', 'secret']) {
      await client.set(key, text)
      await expect(things.get('a')).rejects.toThrow(/^transient\.things cannot be read[^"]*$/)
      await expect(add(things)).rejects.toThrow(/^transient\.things cannot be read/)
    }
    // A change that failed keeps none of those that come after it waiting.
    await client.del(key)
    await add(things)
    expect(await things.get('a')).toEqual({ count: 1 })
  })

  it('gets the scripts again after it has forgotten them', async () => {
    const address = server.create()
    const things = thingsIn(await open(address))
    await add(things)
    await raw(address).script('FLUSH')
    await add(things)
    expect(await things.get('a')).toEqual({ count: 2 })
  })
})

describe('a Redis that vanishes', () => {
  it.each([
    ['change', 0],
    ['answer', 1],
  ] as const)('with the %s of a change on the way fails that change, and never runs it again', async (what, count) => {
    const address = server.create()
    const proxy = await startProxy(address)
    const lost: Error[] = []
    const things = thingsIn(await open(proxy.address, (error) => lost.push(error)))
    proxy.lose(what)
    await expect(add(things)).rejects.toThrow()
    await expect.poll(() => things.get('a').catch(() => 'away'), { timeout: 10_000 }).not.toBe('away')
    expect(await things.get('a')).toEqual(count ? { count } : undefined)
    expect(lost).toHaveLength(1)
    await add(things)
    expect(await things.get('a')).toEqual({ count: count + 1 })
  })

  it('is reported once, fails requests at once, and is found again without a restart of the server', async () => {
    const own = await startRedis()
    closing.push(own.stop)
    const lost: Error[] = []
    const things = thingsIn(await open(own.address(), (error) => lost.push(error)))
    await add(things)
    await own.kill()
    await expect.poll(() => lost.length).toBe(1)
    expect(lost[0]?.message).toContain(`Redis ${own.url}/0 is not available: `)
    const started = performance.now()
    await expect(add(things)).rejects.toThrow()
    await expect(things.get('a')).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(2_000)
    await own.restart()
    await expect.poll(() => add(things).then(() => 'fine', String), { timeout: 10_000 }).toBe('fine')
    expect(await things.get('a')).toEqual({ count: 1 })
    expect(lost).toHaveLength(1)
  })

  it('and comes back with an older snapshot brings back no code that was used', async () => {
    const own = await startRedis()
    closing.push(own.stop)
    const address = own.address()
    const things = thingsIn(await open(address))
    await put(things, 'code', entry(1))
    await raw(address).save()
    expect(await take(things, 'code')).toEqual({ count: 1 })
    await own.kill()
    await own.restart()
    await expect.poll(() => take(things, 'code').catch(() => 'away'), { timeout: 10_000 }).toBeUndefined()
    // It is there, but it belongs to the run before.
    expect(await raw(address).dbsize()).toBe(1)
  })

  it('without closing its connections fails every request within seconds', async () => {
    const own = await startRedis()
    closing.push(own.stop)
    const things = thingsIn(await open(own.address()))
    await add(things)
    own.pause()
    const started = performance.now()
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => add(things)))
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
    expect(performance.now() - started).toBeLessThan(15_000)
    own.resume()
    await expect.poll(() => things.get('a').catch(() => 'away'), { timeout: 15_000 }).toEqual({ count: 1 })
  }, 60_000)

  it('by becoming a replica is left, and used again once it is the primary', async () => {
    const own = await startRedis()
    closing.push(own.stop)
    const things = thingsIn(await open(own.address()))
    await add(things)
    await raw(own.address()).replicaof('127.0.0.1', '9')
    await expect(add(things)).rejects.toThrow('READONLY')
    await expect.poll(() => add(things).catch(String)).toContain('is not available: it is a replica')
    await raw(own.address()).replicaof('NO', 'ONE')
    await expect.poll(() => add(things).then(() => 'fine', String), { timeout: 10_000 }).toBe('fine')
    expect(await things.get('a')).toEqual({ count: 2 })
  })
})

describe('a Redis that cannot be used', () => {
  it.each([
    ['is not there', [], { port: 9 }, 'ECONNREFUSED'],
    ['wants a password', ['--requirepass', 'secret'], {}, 'NOAUTH'],
    ['has another password', ['--requirepass', 'secret'], { password: 'hunter2' }, 'WRONGPASS'],
    ['is a cluster', ['--cluster-enabled', 'yes'], {}, 'it is a Redis Cluster, which is not supported'],
    ['is a replica', ['--replicaof', '127.0.0.1 9'], {}, 'it is a replica'],
  ])('because it %s is refused, with the reason and without a password', async (_, flags, change, reason) => {
    const own = await startRedis(flags)
    closing.push(own.stop)
    const opening = openRedis({ ...own.address(), ...change })
    await expect(opening).rejects.toThrow(reason)
    await expect(opening).rejects.toThrow(/^Redis redis:\/\/127\.0\.0\.1:\d+\/0 is not available: /)
    await expect(opening).rejects.not.toThrow(/hunter2|secret/)
  })

  it('may drop counts if it evicts keys, which the doctor tells', async () => {
    const own = await startRedis(['--maxmemory-policy', 'allkeys-lru'])
    closing.push(own.stop)
    const risk = riskOfRedis(await (await open(own.address())).connection())
    expect(risk).toContain('maxmemory-policy is allkeys-lru')
    expect(riskOfRedis(await (await open(server.address())).connection())).toBeUndefined()
  })

  it('needs no more rights than the guide lists', async () => {
    const address = server.create()
    await raw(address).call(
      ...(['ACL', 'SETUSER', 'walletkit', 'on', '>a pass/word', 'resetkeys', '~walletkit:*', 'nocommands'] as const),
      ...'+@connection +@read +@write +@scripting +info'.split(' '),
    )
    const url = `redis://walletkit:${encodeURIComponent('a pass/word')}@127.0.0.1:${address.port}/${address.database}`
    const things = thingsIn(await open(redisAddress(url)))
    await put(things, 'b', entry(1, 'ada'))
    await add(things)
    await things.drop('ada')
    expect([await things.get('a'), await things.get('b')]).toEqual([{ count: 1 }, undefined])
    await things.clear()
    expect(await things.get('a')).toBeUndefined()
  })
})
