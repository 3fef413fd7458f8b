/** Sends of pages without the form: one request to the wallet for each, with exactly the given values. */
import { afterEach, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { openPanel } from './kit.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())
const one = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const two = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const quiet = () => undefined
const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' ? (outcome.reason as { code?: string }).code : 'sent'

it('sends the amount to the receiver, and resolves when a block includes it', async () => {
  const panel = await openPanel(sandbox())
  const { send } = await panel.controller.headless()
  const seen: string[] = []
  const result = await send({ to: one, amount: '0.5' }, (status) => seen.push(status))
  expect(seen).toEqual(['wallet', 'chain'])
  expect(result).toMatchObject({ to: one, amount: '0.5', symbol: 'ETH', caipNetworkId: 'eip155:31337' })
  expect(panel.sent()).toMatchObject([{ to: one, value: '0x6f05b59d3b20000' }])
})

it('of two calls at once only the newest is sent, and once', async () => {
  const panel = await openPanel(sandbox())
  const { send } = await panel.controller.headless()
  const calls = [send({ to: one, amount: '0.5' }, quiet), send({ to: two, amount: '0.25' }, quiet)]
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.map(codeOf)).toEqual(['SEND_CHANGED', 'sent'])
  expect(panel.sent()).toMatchObject([{ to: two, value: '0x3782dace9d90000' }])
})

it('says that the balances cannot be read, not that the token is unknown', async () => {
  const panel = await openPanel(sandbox())
  const { send } = await panel.controller.headless()
  sandbox().faults.set({ path: '/v1/account', kind: 'status' })
  await expect(send({ to: one, amount: '0.5' }, quiet)).rejects.toMatchObject({
    code: 'TOKEN_BALANCE',
    message: 'Token Balance Unavailable',
  })
  expect(panel.sent()).toEqual([])
})

it('sends nothing when the form says something else by then', async () => {
  const panel = await openPanel(sandbox())
  const { send } = await panel.controller.headless()
  const call = send({ to: one, amount: '0.5' }, quiet)
  panel.controller.setAmount('5')
  const typed = setInterval(() => panel.controller.setAmount('5'), 5)
  const [outcome] = await Promise.allSettled([call])
  clearInterval(typed)
  expect(codeOf(outcome)).toBe('SEND_CHANGED')
  expect(panel.sent()).toEqual([])
})

it.each(['polkadot', 'bip122'] as const)(
  'says on %s that sending is not possible there, and sends no request',
  async (chain) => {
    const panel = await openPanel(sandbox())
    const { send } = await panel.controller.headless()
    panel.kit.state.networks.activeChain = chain
    const before = sandbox().requests().length
    await expect(send({ to: one, amount: '0.5' }, quiet)).rejects.toMatchObject({
      code: 'UNSUPPORTED_CHAIN',
      message: 'Unsupported chain',
    })
    expect([panel.sent(), sandbox().requests().length, panel.kit.state.toast.open]).toEqual([[], before, false])
  },
)
