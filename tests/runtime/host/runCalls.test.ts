/** `kit.chain.runCalls`: several calls of a plugin, in one batch or one after another. */
import { expect, it } from 'vitest'
import { METHODS, reviewed, setUpAsker } from '../../support/asker.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const setup = (guest: boolean, wanted?: Parameters<typeof setUpAsker>[2]) => setUpAsker(sandbox(), guest, wanted)

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ALL = [...METHODS, 'eth_sendTransaction', 'wallet_getCapabilities']
const atomic = { '0x7a69': { atomic: { status: 'supported' } } }
const CALLS = [
  { to: '0x00000000000000000000000000000000000c0001', value: 5n },
  { to: '0x00000000000000000000000000000000000c0002', value: 6n },
]

it('is reviewed once for a third party, as a whole, and then sent one by one where the wallet cannot batch', async () => {
  const { kit, own, asked } = await setup(true, { methods: ALL, answers: { wallet_getCapabilities: {} } })
  const told: string[] = []
  const running = own.chain.runCalls(CALLS, { tell: ({ step, waitsFor }) => told.push(`${step} ${waitsFor}`) })
  expect(await reviewed(kit, true)).toMatchObject({ calls: CALLS })
  expect(await running).toMatchObject({ isBatch: false, hashes: [expect.any(String), expect.any(String)] })
  expect(asked.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(2)
  expect(told).toEqual(['1 wallet', '1 chain', '2 wallet', '2 chain'])
})

it('sends nothing when the visitor cancels the review', async () => {
  const { kit, own, asked } = await setup(true, { methods: ALL })
  const running = own.chain.runCalls(CALLS)
  const refused = expect(running).rejects.toMatchObject({ code: 4001 })
  await reviewed(kit, false)
  await refused
  expect(asked.filter(({ method }) => /send/i.test(method))).toEqual([])
})

it('asks for no batch without the permissions for one, and for nothing without that to send', async () => {
  const answers = { wallet_getCapabilities: atomic, wallet_sendCalls: { id: '0xabc' } }
  const few = await setup(false, { methods: ['eth_sendTransaction'], answers })
  expect(await few.own.chain.canBatch()).toBe(false)
  expect(await few.own.chain.runCalls(CALLS)).toMatchObject({ isBatch: false })
  expect(few.asked.filter(({ method }) => method === 'wallet_sendCalls')).toEqual([])
  const none = await setup(false, { methods: ['wallet_sendCalls'], answers })
  await expect(none.own.chain.runCalls(CALLS)).rejects.toThrow('eth_sendTransaction')
})

it('is one batch with them, whose transactions are stored under the note of the last call', async () => {
  const hash = `0x${'1'.repeat(64)}`
  const answers = {
    wallet_getCapabilities: atomic,
    wallet_sendCalls: { id: '0xabc' },
    wallet_getCallsStatus: { status: 200, receipts: [{ transactionHash: hash }] },
  }
  const { own, asked } = await setup(false, { methods: ALL, answers })
  expect(await own.chain.canBatch()).toBe(true)
  const note = { kind: 'execute' } as const
  const { signal } = new AbortController()
  const running = own.chain.runCalls([CALLS[0] ?? { to: '' }, { to: TOKEN, note }], { signal })
  await waitFor(() => expect(own.chain.sent()).toMatchObject([{ hash, to: TOKEN, note }]))
  expect(own.chain.batches()).toEqual([])
  expect(asked.filter(({ method }) => method === 'wallet_sendCalls')).toHaveLength(1)
  // The node does not know the transaction, so there is never a receipt.
  void running.catch(() => undefined)
})

it('passes data only: a call whose fields can change after the review is refused', async () => {
  const { own } = await setup(true, { methods: ALL })
  const call = { to: TOKEN, value: { valueOf: () => 5n } as never }
  await expect(own.chain.runCalls([call])).rejects.toThrow(TypeError)
})

/** A wallet that lets a paymaster pay, and what it was asked in the one batch. */
const sponsored = { '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } } }
const paymaster = () => `${sandbox().url}/paymaster/{chainId}`
const settled = {
  wallet_sendCalls: { id: '0xabc' },
  wallet_getCallsStatus: { status: 200, receipts: [{ transactionHash: `0x${'1'.repeat(64)}` }] },
}
type Batch = { calls: unknown[]; atomicRequired: boolean; capabilities?: unknown }

async function batchOf(calls: typeof CALLS, capabilities: unknown, more: { paymaster?: string; methods?: string[] }) {
  const answers = { ...settled, wallet_getCapabilities: capabilities }
  const { own, asked } = await setup(false, { methods: ALL, answers, ...more })
  const isSponsored = await own.chain.isSponsored()
  void own.chain.runCalls(calls).catch(() => undefined)
  await waitFor(() => expect(asked.some(({ method }) => /send/i.test(method))).toBe(true))
  const [sent] = asked.filter(({ method }) => /send/i.test(method))
  const batch = sent?.method === 'wallet_sendCalls' ? ((sent.params as unknown[])[0] as Batch) : undefined
  return { isSponsored, batch }
}

it('names the site’s paymaster to a wallet that can use one, for one call too (ERC-7677)', async () => {
  for (const calls of [CALLS, CALLS.slice(1)]) {
    const { isSponsored, batch } = await batchOf(calls, sponsored, { paymaster: paymaster() })
    expect(isSponsored).toBe(true)
    expect(batch?.calls).toHaveLength(calls.length)
    // Not every wallet that can use a paymaster makes atomic batches, and one call needs none.
    expect(batch?.atomicRequired).toBe(calls.length > 1)
    const url = `${sandbox().url}/paymaster/31337`
    expect(batch?.capabilities).toEqual({ paymasterService: { url, optional: true } })
  }
})

it.each<[string, unknown, { paymaster?: string; methods?: string[] }]>([
  ['the site has no paymaster', sponsored, {}],
  ['the wallet can use none', atomic, { paymaster: 'yes' }],
  ['the wallet can use one on another network only', { '0x1': sponsored['0x7a69'] }, { paymaster: 'yes' }],
  ['the wallet does not say clearly', { '0x7a69': { paymasterService: { supported: 'yes' } } }, { paymaster: 'yes' }],
  ['the plugin may send no batches', sponsored, { paymaster: 'yes', methods: ['eth_sendTransaction'] }],
])('sends one call as a transaction when %s', async (_when, capabilities, more) => {
  const found = await batchOf(CALLS.slice(1), capabilities, {
    ...more,
    ...(more.paymaster && { paymaster: paymaster() }),
  })
  expect(found).toEqual({ isSponsored: false, batch: undefined })
})

it('asks the paymaster for a plugin that declares the method, and for nothing else', async () => {
  const methods = ['pm_getPaymasterStubData', 'eth_sendRawTransaction']
  const { own } = await setup(false, { methods, paymaster: paymaster() })
  const operation = { sender: TOKEN, nonce: '0x0', callData: '0x', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }
  const params = [operation, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', '0x7a69', {}]
  const answer = await own.chain.askPaymaster('pm_getPaymasterStubData', params, 31337)
  expect(answer).toMatchObject({ sponsor: { name: 'Sandbox' } })
  await expect(own.chain.askPaymaster('pm_getPaymasterData', params, 31337)).rejects.toThrow('did not declare')
  await expect(own.chain.askPaymaster('eth_sendRawTransaction', [], 31337)).rejects.toThrow('may not ask a paymaster')
  await expect(own.chain.askPaymaster('pm_getPaymasterStubData', params, 99)).rejects.toThrow()
  const without = await setup(false, { methods })
  await expect(without.own.chain.askPaymaster('pm_getPaymasterStubData', params, 31337)).rejects.toThrow('no paymaster')
})
