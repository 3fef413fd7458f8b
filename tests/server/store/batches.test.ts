/** Batches of `wallet_sendCalls` that one process sends, and others are asked about. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgreements } from '../../../sandbox/login/rpc/agreements.ts'
import { createBatches, type Batch } from '../../../sandbox/login/rpc/batches.ts'
import type { EvmChain } from '../../../sandbox/login/rpc/chain.ts'
import { createSending } from '../../../sandbox/login/rpc/send.ts'
import { memoryTransient, type Transient } from '../../../sandbox/login/transient.ts'
import type { SponsoredCalls } from '../../../sandbox/smartAccounts/index.ts'
import { openRedis, type Redis } from '../../../server/store/redis.ts'
import { redisTransient } from '../../../server/store/redisTransient.ts'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { sqlTransient } from '../../../server/store/sqlTransient.ts'
import { startRedis, type TestRedis } from '../../support/redis.ts'

const SECRET = Buffer.alloc(32, 7)
const CAIP = 'eip155:1'
const ADA = { user: 'ada', site: 'https://shop.example' }
const HASH: Hex = `0x${'ab'.repeat(32)}`
const folder = mkdtempSync(join(tmpdir(), 'batches-'))
let redis: TestRedis
let connections: Redis[] = []
let db: Awaited<ReturnType<typeof openSqlite>>
let time = 1_700_000_000_000
const now = () => time
beforeAll(async () => {
  redis = await startRedis()
  connections = [await openRedis(redis.address()), await openRedis(redis.address())]
  db = await openSqlite(join(folder, 'test.db'))
})
afterAll(async () => {
  for (const each of connections) each.close()
  await db.destroy()
  await redis.stop()
  rmSync(folder, { recursive: true })
})

const owner = privateKeyToAccount(generatePrivateKey())
const ANSWERS: Record<string, unknown> = {
  eth_getTransactionCount: '0x1',
  eth_estimateGas: '0x5208',
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0x1', number: '0x1', timestamp: '0x1' },
}
/** A node that has what was sent in a block at once. `sending` is called before it takes a transaction. */
function chainOf(sending: () => Promise<void> = async () => {}): EvmChain {
  let sent = 0
  return {
    node: { id: 1, name: 'Ethereum', caipNetworkId: CAIP },
    async request(method, params) {
      if (method === 'eth_sendRawTransaction') {
        await sending()
        sent += 1
        return HASH
      }
      if (method === 'eth_getTransactionReceipt' && sent)
        return { status: '0x1', transactionHash: (params as [Hex])[0] }
      return ANSWERS[method] ?? null
    },
  }
}
const sender = async () => ({ owner, address: owner.address, smart: false })
const paramsOf = (id: string, count = 1) => [
  { id, atomicRequired: false, calls: Array.from({ length: count }, () => ({ to: owner.address, value: '0x1' })) },
]

type Kind = { name: string; processes: () => [Transient, Transient] }
const kinds: Kind[] = [
  {
    name: 'a Redis',
    processes: () => {
      const [one, other] = connections
      if (!one || !other) throw new Error('Redis is open')
      return [redisTransient(one, SECRET, now), redisTransient(other, SECRET, now)]
    },
  },
  { name: 'a table', processes: () => [sqlTransient(db, SECRET, now), sqlTransient(db, SECRET, now)] },
]

describe.each(kinds)('a batch in $name', ({ name, processes }) => {
  it('has its status at every process, and its id is taken at all of them', async () => {
    const chain = chainOf()
    const [one, other] = processes().map((each) => createSending({ bundlers: [chain] }, now, each))
    const { id } = (await one?.calls(ADA, sender, CAIP, paramsOf(`${name} 1`, 2))) ?? { id: '' }
    const status = await other?.status(ADA, id)
    expect(status).toMatchObject({ status: 200, receipts: [{}, {}] })
    expect(await one?.status(ADA, id)).toEqual(status)
    await expect(other?.calls(ADA, sender, CAIP, paramsOf(id))).rejects.toMatchObject({ code: 5720 })
    for (const asker of [
      { ...ADA, user: 'eve' },
      { ...ADA, site: 'https://other.example' },
    ])
      await expect(other?.status(asker, id)).rejects.toMatchObject({ code: 5730 })
  })

  it('is kept with its hash before the transaction leaves, so that a crash in the middle hides nothing', async () => {
    const [first, second] = processes()
    let seen: readonly string[] | undefined
    const chain = chainOf(async () => {
      seen = (await createBatches(second, now).find(ADA, `${name} 2`))?.hashes
    })
    await createSending({ bundlers: [chain] }, now, first).calls(ADA, sender, CAIP, paramsOf(`${name} 2`))
    expect(seen).toEqual([expect.stringMatching(/^0x[0-9a-f]{64}$/)])
    expect((await createBatches(second, now).find(ADA, `${name} 2`))?.hashes).toEqual(seen)
  })

  it('whose process has ended counts as ended after ten minutes, and nothing more of it is sent', async () => {
    const [first, second] = processes().map((each) => createBatches(each, now))
    await first?.begin(ADA, `${name} 3`, { caip: CAIP, atomic: false, wanted: 2 })
    await first?.change(ADA, `${name} 3`, () => ({ hashes: [HASH] }))
    time += 599_000
    expect((await second?.find(ADA, `${name} 3`))?.done).toBe(false)
    time += 2_000
    expect(await second?.find(ADA, `${name} 3`)).toMatchObject({ done: true, hashes: [HASH] })
    const late = await first?.change(ADA, `${name} 3`, () => ({ hashes: [HASH, HASH] }))
    expect(late).toMatchObject({ done: true, hashes: [HASH] })
  })

  it('refuses to send what waited until it counted as ended', async () => {
    const [first, second] = processes()
    const id = `${name} 4`
    let isSent = false
    const chain = chainOf(async () => void (isSent = true))
    const slow: EvmChain = {
      ...chain,
      async request(method, params) {
        if (method === 'eth_estimateGas') {
          time += 601_000
          await createBatches(second, now).find(ADA, id)
        }
        return chain.request(method, params)
      },
    }
    const sending = createSending({ bundlers: [slow] }, now, first)
    await expect(sending.calls(ADA, sender, CAIP, paramsOf(id))).rejects.toThrow('waited too long')
    expect(isSent).toBe(false)
    await expect(sending.status(ADA, id)).rejects.toMatchObject({ code: 5730 })
  })

  it('is one of a hundred of its site, and at no place in clear', async () => {
    const batches = createBatches(processes()[0], now)
    const asker = { user: `many ${name}`, site: 'https://shop.example' }
    const begin = (at: number) => batches.begin(asker, `batch ${at}`, { caip: CAIP, atomic: false, wanted: 1 })
    for (let at = 0; at < 100; at++) await begin(at)
    await expect(begin(100)).rejects.toMatchObject({ code: -32005 })
    await batches.change(asker, 'batch 7', () => ({ hashes: [HASH], done: true }))
    await begin(100)
    expect(await batches.find(asker, 'batch 7')).toBeUndefined()
    expect(await batches.find(asker, 'batch 0')).toBeDefined()
    const rows = JSON.stringify(await db.selectFrom('transient').selectAll().execute())
    const keys = await (await connections[0]?.connection())?.ask('KEYS', '*')
    const texts = await (await connections[0]?.connection())?.ask('MGET', ...(keys as string[]))
    for (const secret of ['shop.example', 'batch 7', HASH.slice(2, 12), CAIP])
      expect(rows + JSON.stringify([keys, texts])).not.toContain(secret)
  })

  it('an agreement of a paymaster is found by another process, and used once', async () => {
    const [first, second] = processes().map((each) => createAgreements(each, now))
    const prepared: SponsoredCalls = {
      ...{ sender: owner.address, nonce: 7n << 64n, callData: '0x12', callGasLimit: 1n, verificationGasLimit: 2n },
      ...{ preVerificationGas: 3n, maxFeePerGas: 4n, maxPriorityFeePerGas: 5n, paymaster: owner.address },
      ...{ paymasterData: '0x', paymasterVerificationGasLimit: 6n, paymasterPostOpGasLimit: 0n },
      ...{ factory: owner.address, factoryData: '0x99' },
    }
    const agreement = { user: 'ada', site: ADA.site, caip: CAIP, calls: '[]', prepared }
    const key = (await first?.keep(agreement)) ?? ''
    expect(await second?.find(key)).toEqual(agreement)
    expect(await Promise.all([first?.use(key), second?.use(key)])).toHaveLength(2)
    expect([await first?.use(key), await second?.find(key)]).toEqual([false, undefined])
    const late = (await first?.keep(agreement)) ?? ''
    time += 601_000
    expect(await second?.find(late)).toBeUndefined()
  })
})

it('an id is used for as long as its batch is kept, which each change prolongs', async () => {
  const HOUR = 3_600_000
  const batches = createBatches(memoryTransient(now), now)
  const begin = () => batches.begin(ADA, 'order-17', { caip: CAIP, atomic: false, wanted: 2 })
  await begin()
  time += 23 * HOUR
  await batches.change(ADA, 'order-17', () => ({ hashes: [HASH] }))
  time += 2 * HOUR
  await expect(begin()).rejects.toMatchObject({ code: 5720 })
  expect((await batches.find(ADA, 'order-17'))?.hashes).toEqual([HASH])
  time += 25 * HOUR
  await begin()
  expect((await batches.find(ADA, 'order-17'))?.hashes).toEqual([])
})

it('what is kept of a batch is what was given, whatever it is', async () => {
  const hex = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value): Hex => `0x${value.toString(16)}`)
  const number = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  const operation = fc.record({ hash: hex, sender: hex, nonce: number, since: number })
  const given = fc.record({ hashes: fc.array(hex), reverted: fc.boolean(), operation })
  await fc.assert(
    fc.asyncProperty(fc.string(), given, async (id, changes: Partial<Batch>) => {
      const batches = createBatches(memoryTransient(now), now)
      await batches.begin(ADA, id, { caip: CAIP, atomic: true, wanted: 1 })
      await batches.change(ADA, id, () => changes)
      expect(await batches.find(ADA, id)).toEqual({
        ...{ caip: CAIP, atomic: true, wanted: 1, done: false, at: time },
        ...changes,
      })
    }),
  )
})
