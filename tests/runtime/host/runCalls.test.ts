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
