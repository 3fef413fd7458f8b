/** A bundler whose answer is lost or wrong: what it may still carry out is never told as failed, and is paid once. */
import { type Hex, numberToHex, pad, type PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chainList } from '../../../../sandbox/chains.ts'
import { createSending } from '../../../../sandbox/login/rpc/send.ts'
import { type EvmNode, startNode } from '../../../../sandbox/node.ts'
import { type Bundler, createBundler } from '../../../../sandbox/smartAccounts/bundler.ts'
import { BundlerError, createSmartAccounts } from '../../../../sandbox/smartAccounts/index.ts'

const ADA = { user: 'ada', site: 'https://shop.example' }
const CAIP = 'eip155:31337'
const [PENDING, CONFIRMED, FAILED, PARTLY] = [100, 200, 400, 600]
/** ms until a sender gives up waiting for a block. */
const PATIENCE = 500

/** What the bundler does with the next operation: carry it out or keep it for later, and what it answers. */
type Fault = { keeps: boolean; answers: number | 'hash'; says?: string }
let node: EvmNode
let honest: Bundler
let fault: Fault | undefined
let kept: (() => Promise<unknown>)[] = []
/** What the bundler answers to other methods, instead of the truth. An error is thrown. */
let lies: Record<string, unknown> = {}

async function request(method: string, params: unknown): Promise<unknown> {
  if (lies[method] instanceof Error) throw lies[method]
  if (method in lies) return lies[method]
  const now = fault
  if (!/^eth_send/.test(method) || !now) return honest.request(method, params)
  fault = undefined
  const carryOut = () => honest.request(method, params)
  if (now.keeps) kept.push(carryOut)
  else await carryOut()
  if (now.answers !== 'hash') throw new BundlerError(now.answers, now.says ?? 'AA21 didn’t pay prefund')
  return `0x${'00'.repeat(32)}`
}
/** The bundler carries out what it kept. */
const carryOutKept = async () => {
  for (const carryOut of kept.splice(0)) await carryOut().catch(() => undefined)
}

beforeAll(async () => {
  const [chain] = chainList
  if (!chain) throw new Error('The sandbox has a chain')
  node = await startNode(chain)
  honest = createBundler(node)
})
afterAll(() => node.stop())

let owner: PrivateKeyAccount
let address: Hex
let sending: ReturnType<typeof createSending>
beforeEach(async () => {
  ;[fault, kept, lies] = [undefined, [], {}]
  const bundlers = [{ ...honest, request }]
  const smart = createSmartAccounts(bundlers, PATIENCE)
  owner = privateKeyToAccount(generatePrivateKey())
  address = await smart.addressOf(31337, owner.address)
  sending = createSending({ bundlers, smart }, () => Date.now())
})

const saying = (text: RegExp) => expect.stringMatching(text) as string
const someone = () => privateKeyToAccount(generatePrivateKey()).address
const sender = async () => ({ owner, address, smart: true })
const pay = async (to: Hex) => (await sending.calls(ADA, sender, CAIP, [{ calls: [{ to, value: '0x5' }] }])).id
const statusOf = async (id: string) => (await sending.status(ADA, id)).status
const received = async (to: Hex) => Number(await node.request('eth_getBalance', [to, 'latest']))

describe('an operation that was carried out', () => {
  it.each([
    ['the answer says nothing certain', -32603],
    ['the answer says that it was refused', -32500],
  ])('is a confirmed batch, although %s', async (_what, answers) => {
    const to = someone()
    fault = { keeps: false, answers }
    const id = await pay(to)
    expect([await statusOf(id), await received(to)]).toEqual([CONFIRMED, 5])
  })

  it('after it was refused stops the next one once, which names its transaction', async () => {
    const to = someone()
    fault = { keeps: true, answers: -32500 }
    await expect(pay(to)).rejects.toMatchObject({ code: -32500 })
    await carryOutKept()
    expect(await received(to)).toBe(5)
    const repeat = pay(to)
    await expect(repeat).rejects.toMatchObject({
      code: -32003,
      message: saying(/carried out after all/),
    })
    const [hash] = /0x[0-9a-f]{64}/.exec(String(await repeat.catch(String))) ?? []
    expect(await node.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    expect(await received(to)).toBe(5)
    expect(await statusOf(await pay(to))).toBe(CONFIRMED)
    expect(await received(to)).toBe(10)
  })
})

describe('a bundler that lies about an operation that it refused', () => {
  const refusedAndKept = async (to: Hex) => {
    // The account exists, so nothing but the nonce excludes a second operation.
    await pay(someone())
    fault = { keeps: true, answers: -32500 }
    await expect(pay(to)).rejects.toMatchObject({ code: -32500 })
  }

  it('and carried it out: the chain itself says so', async () => {
    const to = someone()
    await refusedAndKept(to)
    await carryOutKept()
    lies = { eth_getUserOperationReceipt: null, eth_getUserOperationByHash: null }
    await expect(pay(to)).rejects.toMatchObject({ message: saying(/carried out after all/) })
    expect(await received(to)).toBe(5)
  })

  it.each([
    ['a nonce that is not the next one', 2n, /does not say what became/],
    ['a nonce of another row', 7n << 64n, /no nonce of the row 0/],
  ])('gets no second one with %s', async (_what, nonce, says) => {
    const to = someone()
    await refusedAndKept(to)
    lies = { eth_call: numberToHex(nonce, { size: 32 }) }
    await expect(pay(to)).rejects.toMatchObject({ message: saying(says) })
    lies = {}
    await carryOutKept()
    expect(await received(to)).toBe(5)
  })
})

it('a batch is what the chain says, whatever the bundler’s receipt says', async () => {
  const to = someone()
  lies = { eth_getUserOperationReceipt: null, eth_getUserOperationByHash: null }
  const id = await pay(to)
  expect([await statusOf(id), await received(to)]).toEqual([CONFIRMED, 5])
})

it('the account is the owner’s, whatever a node says', async () => {
  const thief = someone()
  const lying = { ...honest, request: async () => pad(thief) }
  expect(await createSmartAccounts([lying]).addressOf(31337, owner.address)).toBe(address)
})

it('an operation that was refused cannot be carried out beside its repeat', async () => {
  const to = someone()
  // The account exists, so nothing but the nonce excludes a second operation.
  await pay(someone())
  fault = { keeps: true, answers: -32500 }
  await expect(pay(to)).rejects.toMatchObject({ code: -32500 })
  expect(await statusOf(await pay(to))).toBe(CONFIRMED)
  await carryOutKept()
  expect(await received(to)).toBe(5)
})

describe('an operation that is in no block yet', () => {
  beforeEach(() => (fault = { keeps: true, answers: 'hash' }))

  it('is a pending batch, until it is in a block', async () => {
    const to = someone()
    const id = await pay(to)
    expect([await statusOf(id), await statusOf(id)]).toEqual([PENDING, PENDING])
    await carryOutKept()
    expect([await statusOf(id), await received(to)]).toEqual([CONFIRMED, 5])
    expect((await sending.status(ADA, id)).receipts).toHaveLength(1)
  })

  it('is not sent again', async () => {
    const to = someone()
    const id = await pay(to)
    await expect(pay(to)).rejects.toMatchObject({ code: -32003, message: saying(/no block yet/) })
    await carryOutKept()
    expect([await statusOf(id), await received(to)]).toEqual([CONFIRMED, 5])
  })

  it('has failed for certain when another one took its nonce', async () => {
    const [to, other] = [someone(), someone()]
    const [first, second] = [await pay(to), await pay(other)]
    await carryOutKept()
    expect([await statusOf(first), await statusOf(second)]).toEqual([FAILED, CONFIRMED])
    expect([await received(to), await received(other)]).toEqual([0, 5])
  })

  it('is no hash of a transaction, and no failure', async () => {
    const to = someone()
    const asked = sending.transaction(sender, CAIP, [{ from: address, to, value: '0x5' }])
    await expect(asked).rejects.toMatchObject({
      code: -32603,
      message: saying(/0x[0-9a-f]{64} was sent/),
    })
  })
})

describe('the account of the key itself', () => {
  const plain = async () => ({ owner, address: owner.address, smart: false })
  beforeEach(() => node.request('anvil_setBalance', [owner.address, numberToHex(10n ** 18n)]))

  it('returns the hash of a transaction that the node took, whatever it answered', async () => {
    const to = someone()
    fault = { keeps: false, answers: -32000 }
    const hash = await sending.transaction(plain, CAIP, [{ from: owner.address, to, value: '0x5' }])
    await expect.poll(() => node.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    expect(await received(to)).toBe(5)
  })

  it.each<[string, number, string]>([
    ['an error of a gateway', -32603, 'The time of the call exceeds its limit'],
    ['a code of a refusal without a reason', -32000, 'context deadline exceeded'],
    ['that it has it', -32000, 'already known: its nonce is taken'],
  ])(
    'returns the hash, and keeps it in a batch, if the node answers %s and does not have it yet',
    async (_, answers, says) => {
      const [to, other] = [someone(), someone()]
      fault = { keeps: true, answers, says }
      const hash = await sending.transaction(plain, CAIP, [{ from: owner.address, to, value: '0x5' }])
      expect(await node.request('eth_getTransactionReceipt', [hash])).toBeNull()
      await carryOutKept()
      await expect.poll(() => node.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
      fault = { keeps: true, answers, says }
      const calls = [{ to: other, value: '0x5' }]
      const { id } = await sending.calls(ADA, plain, CAIP, [{ calls, atomicRequired: false }])
      expect(await statusOf(id)).toBe(PENDING)
      await carryOutKept()
      await expect.poll(() => statusOf(id)).toBe(CONFIRMED)
      expect([await received(to), await received(other)]).toEqual([5, 5])
    },
  )

  it('was not sent only if the node refused it and answers that it does not have it', async () => {
    const asked = [{ from: owner.address, to: someone(), value: '0x5' }]
    fault = { keeps: true, answers: -32003, says: 'Insufficient funds for gas * price + value' }
    await expect(sending.transaction(plain, CAIP, asked)).rejects.toThrow(/insufficient funds/i)
    fault = { keeps: true, answers: -32003, says: 'Insufficient funds for gas * price + value' }
    lies = { eth_getTransactionByHash: new BundlerError(-32603, 'timeout') }
    expect(await sending.transaction(plain, CAIP, asked)).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('gives each call of a batch a nonce of its own, although the node lags behind and counts none of them', async () => {
    const [first, second] = [someone(), someone()]
    lies = { eth_getTransactionCount: '0x0' }
    const calls = [first, second].map((to) => ({ to, value: '0x5' }))
    const { id } = await sending.calls(ADA, plain, CAIP, [{ calls, atomicRequired: false }])
    await expect.poll(() => statusOf(id)).toBe(CONFIRMED)
    expect([await received(first), await received(second)]).toEqual([5, 5])
  })

  it('tells a batch of which a later call was refused as carried out in part, and never as failed or confirmed', async () => {
    const [first, second, more] = [someone(), someone(), numberToHex(6n * 10n ** 17n)]
    const calls = [first, second].map((to) => ({ to, value: more }))
    const batch = [{ id: 'order-17', calls, atomicRequired: false }]
    const { id } = await sending.calls(ADA, plain, CAIP, batch)
    await expect.poll(() => statusOf(id)).toBe(PARTLY)
    expect((await sending.status(ADA, 'order-17')).receipts).toHaveLength(1)
    expect([await received(first), await received(second)]).toEqual([Number(more), 0])
    await expect(sending.calls(ADA, plain, CAIP, batch)).rejects.toMatchObject({ code: 5720 })
  })
})
