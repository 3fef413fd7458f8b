/** Swaps of pages without the form. */
import { afterEach, describe, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { openPanel } from './kit.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())
const quiet = () => undefined
const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' ? (outcome.reason as { code?: string }).code : 'swapped'
const settled = async (asked: Promise<unknown>) => codeOf((await Promise.allSettled([asked]))[0])

describe('a swap without the form', () => {
  it('is not one call away from being paid again when the wallet forgets the batch', async () => {
    const forgets = () => {
      throw Object.assign(new Error('There is no batch with this id'), { code: 5730 })
    }
    const panel = await openPanel(sandbox(), {
      answers: { wallet_getCallsStatus: forgets },
      wallet: { batch: sandbox().smartAccounts.implementation },
    })
    const { quote, swap } = await panel.controller.headless()
    await quote({ from: 'DAI', to: 'USDC', amount: '2' })
    expect(await settled(swap({}, quiet))).toBe('SWAP_UNSEEN')
    const second = await settled(swap({}, quiet))
    expect(panel.wallet.requests.filter(({ method }) => method === 'wallet_sendCalls')).toHaveLength(1)
    expect(second).toBe('SWAP_CHANGED')
  })

  it('is not sent for less than the page shows, until the page has another quote', async () => {
    const panel = await openPanel(sandbox())
    const { quote, swap } = await panel.controller.headless()
    await quote({ from: 'ETH', to: 'USDC', amount: '1' })
    await sandbox().exchange.movePrice(31337, { from: 'ETH', to: 'USDC', percent: 5 })
    expect(await settled(swap({}, quiet))).toBe('SWAP_MOVED')
    expect(panel.sent()).toEqual([])
    await quote({ from: 'ETH', to: 'USDC', amount: '1' })
    expect(await settled(swap({}, quiet))).toBe('swapped')
  })
})
