import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStorage } from '../../../../runtime/lib/storage.ts'
import { createSessionStorage, parseSessions } from '../../../../runtime/siwx/storage/local.ts'
import { createMessage } from '../../../../runtime/siwx/createMessage.ts'
import { evm, params, signIn, solana } from '../signers.ts'

const KEY = '@appkit/siwx'
const HOUR = 3_600_000

function memoryStorage() {
  const held = new Map<string, string>()
  const storage = createStorage({
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  })
  return { ...storage, keys: () => [...held.keys()] }
}
const start = Date.UTC(2026, 0, 1)

function setUp() {
  const [storage, clock] = [memoryStorage(), { now: start }]
  return { storage, clock, sessions: createSessionStorage(storage, () => clock.now) }
}
const session = (visitor = evm(), nonce = 'abcdefgh12345678') => signIn(visitor, { nonce }, () => start)

describe('sessions', () => {
  it('are found by network and account, with data, message and signature', async () => {
    const { storage, sessions } = setUp()
    const [one, other, third] = [await session(), await session(evm(1)), await session(solana())]
    for (const each of [one, other, third]) sessions.add(each)
    expect(sessions.get('eip155:31337', evm().address)).toEqual([one])
    expect(sessions.get('eip155:31337', evm().address.toLowerCase())).toEqual([one])
    expect(sessions.get(solana().chainId, solana().address)).toEqual([third])
    expect(sessions.get(solana().chainId, solana().address.toLowerCase())).toEqual([])
    expect(sessions.get('eip155:1', evm().address)).toEqual([])
    expect(sessions.get('eip155:31337', solana().address)).toEqual([])
    // The next page reads this.
    expect(createSessionStorage(storage, () => start).all()).toEqual([one, other, third])
    expect(Object.keys((JSON.parse(storage.get(KEY) ?? '[]') as object[])[0] ?? {})).toEqual([
      'data',
      'message',
      'signature',
    ])
  })

  it('are dropped one by one, without what another tab has stored meanwhile', async () => {
    const { storage, sessions } = setUp()
    const [bad, later, other] = [await session(), await session(evm(), 'hgfedcba87654321'), await session(evm(1))]
    for (const each of [bad, other]) sessions.add(each)
    createSessionStorage(storage, () => start).add(later)
    sessions.drop([bad])
    expect(sessions.all()).toEqual([other, later])
  })

  it('are removed by network and account together', async () => {
    const { storage, sessions } = setUp()
    const elsewhere = await session(evm(0, 'eip155:1'))
    for (const each of [await session(), elsewhere, await session(evm(1))]) sessions.add(each)
    sessions.remove('eip155:31337', evm().address)
    expect(sessions.all().map(({ data }) => [data.chainId, data.accountAddress])).toEqual([
      ['eip155:1', evm().address],
      ['eip155:31337', evm(1).address],
    ])
    sessions.remove('eip155:10', evm().address)
    expect(sessions.all()).toHaveLength(2)
    sessions.set([])
    expect(storage.keys()).toEqual([])
  })

  it('are limited to the newest one per account and network', async () => {
    const { sessions } = setUp()
    sessions.add(await session(evm(), 'first1234'))
    sessions.add(await session(evm(), 'second1234'))
    expect(sessions.all().map(({ data }) => data.nonce)).toEqual(['second1234'])
  })

  it('are the newest ones that can be read again, where all together would be too long', async () => {
    const { storage, sessions } = setUp()
    const long = async (at: number, length: number) => ({
      ...(await session(evm(0, `eip155:${at + 1}`))),
      signature: 'f'.repeat(length),
    })
    const all = await Promise.all(Array.from({ length: 10 }, (_, at) => long(at, 32_000)))
    for (const each of all) sessions.add(each)
    expect(sessions.all()).toEqual(all.slice(-8))
    sessions.set([...all, await long(10, 40_000)])
    expect(sessions.all()).toEqual(all.slice(-8))
    expect(createSessionStorage(storage, () => start).all()).toEqual(all.slice(-8))
  })

  it('are returned only between their start and their expiry', async () => {
    const { storage, clock, sessions } = setUp()
    const one = await session()
    sessions.add(one)
    clock.now = start + HOUR - 1
    expect(sessions.all()).toEqual([one])
    clock.now = start + HOUR
    expect(sessions.all()).toEqual([])
    expect(storage.get(KEY)).toBeUndefined()

    clock.now = start
    const notBefore = new Date(start + HOUR).toISOString()
    const input = { accountAddress: evm().address, chainId: evm().chainId, notBefore }
    const data = createMessage(input, params, { nonce: 'later12345', now: () => start })
    sessions.add({ data: { ...data }, message: data.toString(), signature: '0x00' })
    expect(sessions.all()).toEqual([])
    expect(storage.get(KEY)).toContain('later12345')
    clock.now = start + HOUR
    expect(sessions.all()).toHaveLength(1)
  })

  it('stay below a size limit, however many accounts sign in', async () => {
    const { storage, sessions } = setUp()
    const template = await session()
    for (let index = 1; index <= 60; index++) {
      const chainId = `eip155:${index}` as const
      const message = template.message.replace('Chain ID: 31337', `Chain ID: ${index}`)
      sessions.add({ data: { ...template.data, chainId }, message, signature: '0x00' })
    }
    expect(sessions.all().map(({ data }) => data.chainId)).toEqual(
      Array.from({ length: 20 }, (_, at) => `eip155:${at + 41}`),
    )
    expect((storage.get(KEY) ?? '').length).toBeLessThan(262_144)
  })
})

describe('damaged storage', () => {
  it('is skipped and removed', async () => {
    const { storage, sessions } = setUp()
    const one = await session()
    const forged = { ...one, data: { ...one.data, accountAddress: evm(1).address } }
    const moved = { ...one, data: { ...one.data, chainId: 'eip155:1' } }
    const longer = { ...one, data: { ...one.data, expirationTime: '2100-01-01T00:00:00.000Z' } }
    storage.set(KEY, JSON.stringify([null, 1, 'x', forged, { ...one, signature: 7 }, moved, one, longer, {}]))
    expect(sessions.all()).toEqual([one])
    expect(parseSessions(storage.get(KEY) ?? '')).toEqual([one])
    for (const text of ['', '{', 'null', '{}', '"x"', '[[]]', '1e999']) {
      storage.set(KEY, text)
      expect(sessions.all()).toEqual([])
      expect(storage.get(KEY)).toBeUndefined()
    }
  })

  it('never throws, whatever it contains and however storage fails', async () => {
    const text = JSON.stringify([await session()])
    const damaged = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.anything()).map((value) => {
        try {
          return JSON.stringify(value)
        } catch {
          return ''
        }
      }),
      fc
        .tuple(fc.nat(text.length), fc.string({ maxLength: 3 }), fc.nat(20))
        .map(([at, put, cut]) => text.slice(0, at) + put + text.slice(at + cut)),
    )
    fc.assert(
      fc.property(damaged, (value) => {
        const { storage, sessions } = setUp()
        storage.set(KEY, value)
        for (const each of sessions.all()) expect(each.message).toContain(each.data.nonce)
        // The storage was repaired: what it has now reads back unchanged.
        const [now, again] = [storage.get(KEY), sessions.all()]
        if (now !== undefined) expect(JSON.stringify(again)).toBe(now)
      }),
      { numRuns: 3_000 },
    )
    const broken = () => {
      throw new Error('QuotaExceededError')
    }
    const sessions = createSessionStorage(
      createStorage({ getItem: broken, setItem: broken, removeItem: broken }),
      () => start,
    )
    const one = await session()
    sessions.add(one)
    expect(sessions.all()).toEqual([one])
    sessions.remove(one.data.chainId, one.data.accountAddress)
    expect(sessions.all()).toEqual([])
  })
})
