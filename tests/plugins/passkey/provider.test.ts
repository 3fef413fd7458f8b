import { describe, expect, it } from 'vitest'
import { addPasskeyData, type Call, setRecoveryData } from '../../../plugins/passkey/account.ts'
import { coded, declined, uncertain } from '../../../plugins/passkey/errors.ts'
import { createProvider } from '../../../plugins/passkey/provider.ts'
import { ENTRY_POINT } from '../../../plugins/passkey/userOperation.ts'
import type { Passkey } from '../../../plugins/passkey/stored.ts'

const ACCOUNT = '0x459b0f0fDBFfDD6b5ab49339Cf39BC8AaD7B72D5'
const OTHER = '0x00000000000000000000000000000000000A11cE'
const WORD = `0x${'12'.repeat(32)}` as const
const PASSKEY: Passkey = { account: ACCOUNT, id: 'a', x: WORD, y: WORD, rpIdHash: WORD }
const ACTS: readonly [string, string][] = [
  ['adds a passkey', addPasskeyData({ x: WORD, y: WORD, rpIdHash: WORD })],
  ['sets the recovery wallet', setRecoveryData(OTHER)],
  ['is of an unknown kind', '0x00'],
]

function setUp() {
  const asked: (readonly Call[])[] = []
  let failure: Error | undefined
  const kit = { network: () => undefined, networks: () => [], services: [] }
  const { request } = createProvider(kit, {
    passkey: () => PASSKEY,
    read: async () => undefined,
    ask: async (request) => {
      if (failure) throw failure
      if (request.kind === 'calls') asked.push(request.calls)
      return '0x'
    },
  })
  return { asked, request, fail: (error?: Error) => void (failure = error) }
}
/** The same call as a transaction, and as the second call of a batch. */
const requestsOf = (call: object) => [
  { method: 'eth_sendTransaction', params: [{ from: ACCOUNT, ...call }] },
  { method: 'wallet_sendCalls', params: [{ version: '2.0.0', from: ACCOUNT, calls: [{ to: OTHER }, call] }] },
]

it.each(ACTS)('asks for no call of its own contract that %s, whoever asks', async (_what, data) => {
  const { asked, request } = setUp()
  for (const to of [ACCOUNT, ACCOUNT.toLowerCase(), `0x${ACCOUNT.slice(2).toUpperCase()}`])
    for (const each of [...requestsOf({ to, data }), ...requestsOf({ to, input: data, value: '0x1' })])
      await expect(request(each)).rejects.toMatchObject({ code: 4100 })
  expect(asked).toEqual([])
})

it('asks for no call of the entry point: it could pay out what the account has there', async () => {
  const { asked, request } = setUp()
  const withdrawTo = `0x205c2878${'0'.repeat(24)}${OTHER.slice(2).toLowerCase()}${'1'.padStart(64, '0')}`
  for (const to of [ENTRY_POINT, ENTRY_POINT.toLowerCase()])
    for (const each of requestsOf({ to, data: withdrawTo }))
      await expect(request(each)).rejects.toMatchObject({ code: 4100 })
  expect(asked).toEqual([])
})

it('asks for nothing of another account, or on another network', async () => {
  const { asked, request } = setUp()
  const call = { to: OTHER, value: '0x1' }
  const refused = (method: string, params: unknown[], code: number) =>
    expect(request({ method, params })).rejects.toMatchObject({ code })
  const typed = JSON.stringify({ domain: {}, types: { A: [] }, primaryType: 'A', message: {} })
  await refused('personal_sign', ['0x68656c6c6f', OTHER], 4100)
  await refused('eth_signTypedData_v4', [OTHER, typed], 4100)
  await refused('eth_sendTransaction', [{ from: OTHER, ...call }], 4100)
  await refused('wallet_sendCalls', [{ from: OTHER, calls: [call] }], 4100)
  await refused('eth_sendTransaction', [{ from: ACCOUNT, chainId: '0x2', ...call }], 4901)
  await refused('wallet_sendCalls', [{ from: ACCOUNT, chainId: '0x2', calls: [call] }], 4901)
  expect(asked).toEqual([])
  await request({ method: 'eth_sendTransaction', params: [{ from: ACCOUNT, chainId: '0x1', ...call }] })
  expect(asked).toHaveLength(1)
})

it('asks for calls of other contracts, and for a payment to itself', async () => {
  const { asked, request } = setUp()
  for (const each of requestsOf({ to: OTHER, data: ACTS[0]?.[1] })) await request(each)
  for (const each of requestsOf({ to: ACCOUNT, value: '0x1' })) await request(each)
  expect(asked.map((calls) => calls.length)).toEqual([1, 2, 1, 2])
})

describe('the id of a batch', () => {
  const batch = { version: '2.0.0', from: ACCOUNT, calls: [{ to: OTHER }] }
  const send = (more: object) => ({ method: 'wallet_sendCalls', params: [{ ...batch, ...more }] })
  const status = (id: unknown) => ({ method: 'wallet_getCallsStatus', params: [id] })

  it('is the one that the page gives it, and no second batch can have it (EIP-5792)', async () => {
    const { asked, request } = setUp()
    expect(await request(send({ id: '0xcafe' }))).toEqual({ id: '0xcafe' })
    expect(await request(status('0xcafe'))).toMatchObject({ id: '0xcafe', status: 200 })
    await expect(request(send({ id: '0xcafe' }))).rejects.toMatchObject({ code: 5720 })
    for (const id of [7, '', 'x'.repeat(8_195)])
      await expect(request(send({ id }))).rejects.toMatchObject({ code: -32602 })
    expect(asked).toHaveLength(1)
    const { id } = (await request(send({}))) as { id: string }
    expect(await request(status(id))).toMatchObject({ id, status: 200 })
  })

  it('can be used again after the visitor declined, but not where the batch may have been sent', async () => {
    const { fail, request } = setUp()
    fail(declined())
    await expect(request(send({ id: '0xcafe' }))).rejects.toMatchObject({ code: 4001 })
    for (const [id, error] of [
      ['0x01', uncertain(undefined)],
      ['0x02', coded(3, 'execution reverted')],
    ] as const) {
      fail(error)
      await expect(request(send({ id }))).rejects.toBe(error)
      await expect(request(send({ id }))).rejects.toMatchObject({ code: 5720 })
    }
    fail()
    expect(await request(send({ id: '0xcafe' }))).toEqual({ id: '0xcafe' })
  })
})
