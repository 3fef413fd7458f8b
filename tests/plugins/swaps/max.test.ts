/** Max, when other things happen meanwhile. */
import { afterEach, expect, it } from 'vitest'
import createApi from '../../../plugins/swaps/api.ts'
import { inputError } from '../../../plugins/swaps/form.ts'
import { mayReview } from '../../../plugins/swaps/review.ts'
import type { SwapProvider } from '../../../plugins/swaps/provider.ts'
import { blockchainApi } from '../../../runtime/http/blockchainApi.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { rpc } from '../../support/trickToken.ts'
import { waitFor } from '../../support/waitFor.ts'
import { fill, openPanel, quoted } from './kit.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A panel whose exchange is the sandbox's, except for what `changes` answers. */
async function openWith(changes: (real: () => SwapProvider) => Partial<SwapProvider>) {
  const made: SwapProvider[] = []
  const own = () => {
    const [real] = made
    if (!real) throw new Error('Not open yet')
    return real
  }
  const names = ['tokens', 'gasPrice', 'prices', 'quote', 'allowance', 'buildApproval', 'buildSwap'] as const
  const through = Object.fromEntries(names.map((name) => [name, (ask: never) => own()[name](ask)]))
  const panel = await openPanel(sandbox(), { options: { provider: { ...through, ...changes(own) } } })
  const service = blockchainApi(panel.kit)
  if (!service) throw new Error('No service')
  made.push(createApi(service)(() => 'unit'))
  // The whole balance has to be little enough for the pools.
  await rpc(sandbox(), 'anvil_setBalance', [panel.pluginKit.account().address, '0xde0b6b3a7640000'])
  return panel
}

it('does not overwrite the amount that the page asks for later', async () => {
  const panel = await openPanel(sandbox())
  const { controller } = panel
  await fill(panel, 'ETH', 'USDC', '1')
  controller.setShare(100)
  await quoted(panel)
  controller.opened({ amount: '1', fromToken: 'DAI', toToken: 'USDC' })
  await pause(800)
  await quoted(panel)
  expect(controller.state.sourceToken?.symbol).toBe('DAI')
  expect(controller.state.sourceTokenAmount).toBe('1')
})

it('leaves a review alone that opened while the balance and the gas price were being read', async () => {
  let gas = 2_000_000_000n
  let answer: (() => void) | undefined
  let isSlow = false
  const panel = await openWith((real) => ({
    buildSwap: async (ask) => ({ ...(await real().buildSwap(ask)), gas: 100_000n }),
    gasPrice: async () => {
      if (isSlow) await new Promise<void>((resolve) => (answer = resolve))
      return gas
    },
  }))
  const { controller } = panel
  await fill(panel, 'ETH', 'DAI', '0.5')
  controller.setShare(100)
  await quoted(panel)
  expect(mayReview(controller)).toBe(true)
  isSlow = true
  gas = 1_900_000_000n
  const reading = controller.load()
  await waitFor(() => expect(answer).toBeDefined())
  const leave = controller.enter(true)
  await waitFor(() => expect(controller.state.status).toBe('ready'))

  expect(controller.mayStart()).toBe(true)
  isSlow = false
  answer?.()
  await reading
  await pause(1_500)
  // What the timer of an open screen does every ten seconds.
  await controller.load()
  await pause(500)

  expect(controller.mayStart()).toBe(true)
  leave()
})

it('can be paid when the built swap needs more gas than the usual 150,000 units', async () => {
  const panel = await openWith((real) => ({
    gasPrice: () => Promise.resolve(2_000_000_000n),
    buildSwap: async (ask) => ({ ...(await real().buildSwap(ask)), gas: 250_000n }),
  }))
  const { controller } = panel
  await fill(panel, 'ETH', 'USDC', '0.5')
  controller.setShare(100)
  await quoted(panel)
  expect(mayReview(controller)).toBe(true)
  const seen: string[] = []
  for (let round = 0; round < 3; round++) {
    const leave = controller.enter(true)
    await waitFor(() => expect(controller.state.status).toBe('ready'))
    seen.push(`${controller.state.sourceTokenAmount} ${inputError(controller) ?? 'ok'}`)
    leave()
    // Back on the form, twenty seconds.
    for (let tick = 0; tick < 2; tick++) {
      await controller.load()
      await pause(300)
      await quoted(panel)
    }
  }

  expect(seen.slice(1).every((each) => each.endsWith('ok'))).toBe(true)
})
