/**
 * Sends to several recipients on a real chain: in one batch, or one after another, and everything that may stop them.
 */
import { describe, expect, it } from 'vitest'
import { settle } from '../../../../plugins/send/many/run.ts'
import type { ManyRun, Outcome } from '../../../../plugins/send/many/state.ts'
import { WalletKitError } from '../../../../runtime/errors/base.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { choose, load, openPanel, type PanelOptions } from '../kit.ts'

const sandbox = useSandbox()
const account = (at: number) => sandbox().accounts[at]?.address ?? ''
const payments = (count: number) => Array.from({ length: count }, (_, at) => `${account(at + 1)},${at + 1}`).join('\n')

async function open(list: string, options: PanelOptions = {}) {
  const panel = await openPanel(sandbox(), options)
  await load(panel)
  choose(panel, 'DAI')
  panel.controller.several.begin()
  panel.controller.several.addList(list)
  await expect.poll(() => panel.controller.many.rows.every(({ receiver }) => receiver.status === 'found')).toBe(true)
  return panel
}
const held = async (at: number) => {
  const address = sandbox().tokens.find(({ symbol }) => symbol === 'DAI')?.address
  const data = `0x70a08231${account(at).slice(2).padStart(64, '0')}`
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: address, data }, 'latest'] })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(sandbox().chains[0]?.rpcUrl ?? '', { method: 'POST', headers, body })
  return BigInt(((await reply.json()) as { result: string }).result)
}
const outcomes = ({ controller }: Awaited<ReturnType<typeof open>>) =>
  controller.many.run?.rows.map(({ outcome }) => outcome)
const DAI = 10n ** 18n

it('pays all in one transaction where the wallet sends batches, under one note with every receiver', async () => {
  const panel = await open(payments(3), { wallet: { batch: sandbox().smartAccounts.implementation } })
  const before = await Promise.all([1, 2, 3].map(held))
  await panel.controller.several.fetchCost()
  expect(panel.controller.many.cost).toMatchObject({ isTogether: true, mayFail: false })
  await panel.controller.several.send()
  expect(await Promise.all([1, 2, 3].map(held))).toEqual(before.map((each, at) => each + BigInt(at + 1) * DAI))
  expect(panel.wallet.requests.filter(({ method }) => method === 'wallet_sendCalls')).toHaveLength(1)
  expect(panel.sent()).toEqual([])
  expect(outcomes(panel)).toEqual(['sent', 'sent', 'sent'])
  expect(panel.pluginKit.chain.sent()).toMatchObject([
    { note: { kind: 'send', receivers: [1, 2, 3].map(account), out: { amount: '6', symbol: 'DAI' } } },
  ])
  expect(panel.controller.many.rows).toEqual([])
})

it('pays one after another elsewhere, and each row has its own transaction', async () => {
  const panel = await open(payments(2))
  const before = await Promise.all([1, 2].map(held))
  await panel.controller.several.fetchCost()
  expect(panel.controller.many.cost).toMatchObject({ isTogether: false })
  await panel.controller.several.send()
  expect(await Promise.all([1, 2].map(held))).toEqual(before.map((each, at) => each + BigInt(at + 1) * DAI))
  expect(panel.sent()).toHaveLength(2)
  const hashes = panel.controller.many.run?.rows.map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(2)
  expect(panel.pluginKit.chain.sent().map(({ hash }) => hash)).toEqual(hashes?.toReversed())
})

it('stops where the visitor declines: who was paid leaves the form, and the others stay in it', async () => {
  const panel = await open(payments(3))
  const before = await Promise.all([1, 2, 3].map(held))
  panel.wallet.set({ answer: 'hold' })
  const sending = panel.controller.several.send()
  await expect.poll(() => panel.wallet.pending()).toBe(1)
  // A second press sends nothing.
  await panel.controller.several.send()
  panel.wallet.settle('approve')
  await expect.poll(() => outcomes(panel)).toEqual(['sent', 'wallet', 'waiting'])
  await expect.poll(() => panel.wallet.pending()).toBe(1)
  panel.wallet.settle('reject')
  await sending
  expect(outcomes(panel)).toEqual(['sent', 'declined', 'unsent'])
  expect(panel.controller.many.rows.map(({ receiver }) => receiver.address)).toEqual([account(2), account(3)])
  expect(await Promise.all([1, 2, 3].map(held))).toEqual([(before[0] ?? 0n) + DAI, before[1], before[2]])
  expect(panel.kit.state.toast.message).toBe('Not all payments are confirmed')
})

it('a stop asks for nothing more, and keeps the hash of what the wallet still confirms', async () => {
  const panel = await open(payments(2))
  panel.wallet.set({ answer: 'hold' })
  const sending = panel.controller.several.send()
  await expect.poll(() => panel.wallet.pending()).toBe(1)
  panel.controller.several.stop()
  panel.wallet.settle('approve')
  await sending
  expect(outcomes(panel)).toEqual(['pending', 'unsent'])
  const [first] = panel.controller.many.run?.rows ?? []
  expect(panel.pluginKit.chain.sent()).toMatchObject([{ hash: first?.hash, note: { to: account(1) } }])
  expect(panel.sent()).toHaveLength(1)
  expect(panel.controller.many.rows.map(({ receiver }) => receiver.address)).toEqual([account(2)])
})

it('sends nothing once another account is active', async () => {
  const panel = await open(payments(2))
  const sending = panel.controller.several.send()
  panel.wallet.changeAccount(1)
  await sending
  expect(panel.sent()).toEqual([])
  expect(outcomes(panel)).toEqual(['unsent', 'unsent'])
})

describe('what an error means for the rows', () => {
  const run = (...rows: Outcome[]): ManyRun => ({
    symbol: 'DAI',
    iconUrl: '',
    caipNetworkId: 'eip155:1',
    rows: rows.map((outcome, id) => ({ id, to: '0x', name: undefined, amountText: '1', outcome, hash: undefined })),
    isBatch: false,
    isStopping: false,
    isDone: false,
    since: 0,
  })
  const after = (error: unknown, ...rows: Outcome[]) => {
    const made = run(...rows)
    for (const row of made.rows) if (row.outcome === 'sent') row.hash = `0x${row.id}`
    settle(made, error)
    return made.rows.map(({ outcome }) => outcome)
  }
  const error = (code: string) => new WalletKitError(code, code)

  it('is that nothing was sent only where that is certain', () => {
    expect(after(error('CALLS_FAILED'), 'sent', 'chain', 'waiting')).toEqual(['sent', 'failed', 'unsent'])
    expect(after(error('CALLS_CHANGED'), 'sent', 'chain', 'waiting')).toEqual(['sent', 'sent', 'unsent'])
    expect(after(error('TX_UNCERTAIN'), 'wallet', 'waiting')).toEqual(['unknown', 'unsent'])
    expect(after(error('CALLS_PARTLY'), 'chain', 'chain')).toEqual(['unknown', 'unknown'])
    expect(after(new Error('The node is gone'), 'chain', 'waiting')).toEqual(['unknown', 'unsent'])
    expect(after(Object.assign(new Error('No'), { code: 4001 }), 'wallet', 'wallet')).toEqual(['declined', 'declined'])
  })
})
