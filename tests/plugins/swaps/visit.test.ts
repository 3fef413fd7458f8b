/** A visit of the panel ends when the modal closes, in whatever way. */
import { expect, it, vi } from 'vitest'
import { close } from '../../../runtime/actions/close.ts'
import { open } from '../../../runtime/actions/open.ts'
import { blankSwap } from '../../../plugins/swaps/state.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { asked, fill, openPanel } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()

it('resets the form when the modal closes, so that the next opening starts fresh', async () => {
  const panel = await openPanel(sandbox())
  const { controller, kit, heard } = panel
  const opened = () => heard.filter(({ event }) => event === 'OPEN_SWAP').length
  open(kit)
  const leave = controller.enter()
  controller.opened()
  await waitFor(() => expect(controller.state.status).toBe('form'))
  await fill(panel, 'DAI', 'ETH', '5')
  controller.pickToken('toToken')
  controller.opened()
  expect(opened()).toBe(1)
  controller.pickToken('toToken')
  close(kit)
  await waitFor(() => expect({ ...controller.state }).toEqual(blankSwap()))
  open(kit)
  await waitFor(() => expect(controller.visits.count).toBe(2))
  controller.opened()
  expect(opened()).toBe(2)
  leave()
})

it('keeps a pending swap when the modal closes', async () => {
  const panel = await openPanel(sandbox())
  const { controller, kit, wallet } = panel
  open(kit)
  await fill(panel, 'ETH', 'DAI', '0.01')
  await controller.prepare()
  wallet.set({ answer: 'hold' })
  const swapping = controller.swap()
  await waitFor(() => expect(wallet.pending()).toBe(1))
  close(kit)
  await waitFor(() => expect(controller.state.sourceToken).toBeUndefined())
  expect([controller.state.status, controller.state.progress?.paid]).toEqual(['swapping', '0.01'])
  wallet.settle('approve')
  await swapping
  expect(panel.sent()).toHaveLength(1)
  expect(controller.state.status).toBe('off')
})

it('requests nothing while the modal is closed, even though the screen stays mounted', async () => {
  const panel = await openPanel(sandbox())
  const { controller, kit } = panel
  open(kit)
  const leave = controller.enter()
  await waitFor(() => expect(controller.state.status).toBe('form'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    leave()
    const leaveAgain = controller.enter()
    close(kit)
    await waitFor(() => expect(controller.state.status).toBe('off'))
    const from = sandbox().requests().length
    vi.advanceTimersByTime(30_000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(asked(sandbox(), '/v1/convert/gas-price', from)).toEqual([])
    leaveAgain()
  } finally {
    vi.useRealTimers()
  }
})
