/** A visit of the on-ramp ends when the modal closes, in whatever way. */
import { expect, it } from 'vitest'
import { close } from '../../../runtime/actions/close.ts'
import { open } from '../../../runtime/actions/open.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { openOnRamp } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()

it('begins a visit with the usual amount and its event when the modal opens again', async () => {
  const { kit, controller, state, tracked } = await openOnRamp(sandbox())
  const opened = () => tracked.filter(({ event }) => event === 'SELECT_BUY_CRYPTO').length
  open(kit)
  const leave = controller.enter()
  controller.opened()
  await expect.poll(() => state.source).toBe('service')
  controller.setAmount('250')
  controller.pick('OnRampTokenSelect')
  close(kit)
  await waitFor(() => expect(state.amount).toBe('100'))
  expect([state.quote, state.quoteLoading]).toEqual([undefined, false])
  open(kit)
  await new Promise((resolve) => setTimeout(resolve))
  // The controller's calls of the screen when the modal opens again.
  leave()
  controller.enter()
  controller.opened()
  expect(opened()).toBe(2)
  expect(state.purchaseCurrency).toBe('ETH')
  await expect.poll(() => state.quote?.paymentTotal.amount).toBe('100.00')
})
