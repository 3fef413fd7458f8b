/** Transactions that this browser sent: they are listed at once, followed, and announced once. */
import { parseEther } from 'viem'
import { subscribe } from 'valtio/vanilla'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { createOutgoing, LOOK, RETRY } from '../../../plugins/history/outgoing.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { tellSent } from '../../../runtime/data/sent.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { memoryStorage } from '../../support/kit.ts'
import { ONE, openHistory } from './kit.ts'

const sandbox = useSandbox()
const account = (at: number) => sandbox().accounts[at]?.address ?? ''
const rpc = async (method: string, params: unknown[] = []) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(sandbox().chains[0]?.rpcUrl ?? '', { method: 'POST', body })
  return ((await reply.json()) as { result: unknown }).result
}
afterEach(() => rpc('evm_setAutomine', [true]))

it('is at the top before a block has it, also after a reload, and once in the history after', async () => {
  const storage = memoryStorage()
  const first = await openHistory(sandbox(), { storage })
  await rpc('evm_setAutomine', [false])
  const value = `0x${parseEther('0.5').toString(16)}`
  const hash = String(await rpc('eth_sendTransaction', [{ from: account(0), to: account(9), value }]))
  const sent = { hash, caipNetworkId: ONE, from: account(0), to: account(9) }
  tellSent(first.kit, { ...sent, note: { kind: 'send', out: { amount: '0.5', symbol: 'ETH' } } })
  const leave = first.controller.enter()
  expect(first.controller.outgoing.sent).toMatchObject([{ hash, status: 'pending' }])
  leave()

  const { controller, state } = await openHistory(sandbox(), { storage })
  onTestFinished(controller.enter())
  expect(controller.outgoing.sent).toMatchObject([{ hash, status: 'pending' }])
  let isTwice = false
  const looked = subscribe(state, () => {
    const isListed = state.transactions.some(({ metadata }) => metadata.hash === hash)
    isTwice ||= isListed && controller.outgoing.sent.length > 0
  })
  onTestFinished(looked)
  await rpc('evm_setAutomine', [true])
  await rpc('evm_mine')
  await expect.poll(() => controller.outgoing.sent, { timeout: 15_000 }).toEqual([])
  expect(state.transactions.filter(({ metadata }) => metadata.hash === hash)).toMatchObject([
    { transfers: [{ direction: 'out', quantity: { numeric: '0.5' } }] },
  ])
  expect(isTwice).toBe(false)
}, 30_000)

it('of another account is not shown', async () => {
  const { kit, controller } = await openHistory(sandbox())
  tellSent(kit, { hash: `0x${'1'.repeat(64)}`, caipNetworkId: ONE, from: account(1), to: account(2) })
  onTestFinished(controller.enter())
  expect(controller.outgoing.sent).toEqual([])
})

it('of another network is gone at once when the network changes', async () => {
  const { kit, pluginKit, controller } = await openHistory(sandbox())
  tellSent(kit, { hash: `0x${'3'.repeat(64)}`, caipNetworkId: ONE, from: account(0), to: account(2) })
  // No later look may correct the list.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  onTestFinished(controller.enter())
  expect(controller.outgoing.sent).toHaveLength(1)
  await switchNetwork(kit, 'eip155:31338')
  await expect.poll(() => pluginKit.network()?.id).toBe(31338)
  expect(controller.outgoing.sent).toEqual([])
})

it('waits for a transaction whose network is no longer available every ten seconds, not at each check', async () => {
  const { kit, pluginKit, state } = await openHistory(sandbox())
  const hash = `0x${'2'.repeat(64)}`
  tellSent(kit, { hash, caipNetworkId: 'eip155:999', from: account(0), to: account(2) })
  const waits: string[] = []
  const waitForTransaction: typeof pluginKit.chain.waitForTransaction = (id, options) => {
    waits.push(id)
    return pluginKit.chain.waitForTransaction(id, options)
  }
  const outgoing = createOutgoing({ ...pluginKit, chain: { ...pluginKit.chain, waitForTransaction } }, state, () => {})
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  onTestFinished(outgoing.watch())
  await vi.advanceTimersByTimeAsync(RETRY - LOOK)
  expect(waits).toEqual([hash])
  await vi.advanceTimersByTimeAsync(2 * LOOK)
  expect(waits).toEqual([hash, hash])
})
