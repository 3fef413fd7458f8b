/** Swaps that fail. */
import { describe, expect, it } from 'vitest'
import { useFlow } from '../support/flow.ts'
import { setOffline } from '../support/network.ts'
import { QUOTES, useSwaps } from '../support/swaps.ts'
import { useEvents } from '../support/tracked.ts'
import { sandboxOptions } from '../plugins/swaps/kit.ts'

const flow = useFlow()
const { arrived } = useEvents(flow.sandbox)
const {
  features,
  account,
  mark,
  asked,
  fail,
  visitAccount,
  visitSwap,
  amountField,
  received,
  choose,
  fill,
  review,
  press,
  sent,
  notice,
  NAMES,
} = useSwaps(flow)

describe('a swap', () => {
  it('goes back with a notice when it fails to start [S4.swap.05] [S4.swap.06]', async () => {
    fail('/v1/convert/tokens')
    const visit = await visitAccount()
    await visit.button('Swap').click()
    await visit.modal.getByRole('alert').getByText('Failed to initialize swap').waitFor()
    await visit.button(/^Copy address/).waitFor()
  })

  it('continues with an alert when the price or the allowance cannot be loaded [S8.user.10] [S8.user.11]', async () => {
    fail('/v1/fungible/price')
    fail('/v1/convert/allowance')
    const visit = await visitSwap()
    await visit.modal.getByRole('alert').getByText('Failed to fetch network token price').waitFor()
    await fill(visit, 'DAI', 'ETH', '1')
    await visit.modal.getByRole('alert').getByText('Failed to check allowance').waitFor()
  })

  it('shows an alert and sends nothing when the transaction cannot be built [S8.user.12] [S8.user.13]', async () => {
    fail('/v1/convert/build-approve')
    fail('/v1/convert/build-transaction')
    const visit = await visitSwap()
    await fill(visit, 'USDC', 'DAI', '1')
    await review(visit)
    await visit.modal.getByRole('alert').getByText('Failed to create approval transaction').first().waitFor()
    expect(await visit.button('Swap blocked').isDisabled()).toBe(true)
    await visit.button('Cancel').click()
    await choose(visit, 'pay with', NAMES['ETH'] ?? '')
    await amountField(visit).fill('1')
    await review(visit)
    await visit.modal.getByRole('alert').getByText('Failed to create transaction').first().waitFor()
    expect(await sent(visit)).toEqual([])
  })

  it('shows an error in the amount next to it [S5.swap.04] [S5.swap.05]', async () => {
    const visit = await visitSwap()
    await fill(visit, 'DAI', 'ETH', '500000')
    await visit.button('Insufficient balance').waitFor()
    expect(await visit.button('Insufficient balance').isDisabled()).toBe(true)
    const body = JSON.stringify({ quotes: [{ id: '1', fromAmount: '1' }] })
    flow.sandbox().faults.set({ path: QUOTES, kind: 'garbage', body })
    await amountField(visit).fill('5')
    await visit.modal.getByRole('alert').getByText('Incorrect amount / Please enter a valid amount').waitFor()
  })

  it('shows the wallet’s own short error, else ours [S8.user.14] [S7.event.07]', async () => {
    const visit = await visitSwap({ analytics: true })
    await visit.wallet('set', { answer: 'reject' })
    await fill(visit, 'ETH', 'DAI', '0.1')
    await review(visit)
    await press(visit, 'Swap')
    await visit.modal.getByRole('alert').getByText('Transaction error').waitFor()
    expect(await arrived('SWAP_ERROR')).toMatchObject({ props: { properties: { message: 'Transaction error' } } })
    expect(await amountField(visit).inputValue()).toBe('0.1')
    await visit.page.evaluate(() => {
      const { provider } = __walletkitTest?.['org.walletkit.test'] ?? {}
      if (!provider) return
      const { request } = provider
      provider.request = (one) =>
        request(one).catch((error: unknown) => {
          throw Object.assign(error as Error, { shortMessage: 'User rejected' })
        })
    })
    await review(visit)
    await press(visit, 'Swap')
    await visit.modal.getByRole('alert').getByText('User rejected', { exact: true }).waitFor()
    expect((await sent(visit)).length).toBe(2)
  })

  it('is not sent after a failed approval, which shows an alert [S7.event.08]', async () => {
    const visit = await visitSwap({ analytics: true })
    await visit.wallet('set', { answer: 'reject' })
    await fill(visit, 'USDC', 'DAI', '2')
    await review(visit)
    await press(visit, 'Approve and swap')
    await visit.modal.getByRole('alert').getByText('Transaction error').waitFor()
    expect(await arrived('SWAP_APPROVAL_ERROR')).toMatchObject({
      props: { properties: { swapFromToken: 'USDC', swapToToken: 'DAI', message: 'Transaction error' } },
    })
    expect(await sent(visit)).toHaveLength(1)
  })

  it('with a manipulated transaction never reaches the wallet', async () => {
    const visit = await visitSwap()
    const thief = `0x${'7'.repeat(40)}`
    await fill(visit, 'ETH', 'DAI', '1')
    await visit.button('Review swap').and(visit.page.locator(':enabled')).waitFor()
    const at = (address: string) => `eip155:31337:${address}`
    const tx = {
      from: at(account()),
      to: at(thief),
      data: '0x12345678',
      amount: '1',
      eip155: { gas: '1', gasPrice: '1' },
    }
    flow.sandbox().faults.set({ path: '/v1/convert/build-transaction', kind: 'garbage', body: JSON.stringify({ tx }) })
    await review(visit)
    await visit.modal.getByRole('alert').getByText('The exchange contract is not a known one').first().waitFor()
    expect(await visit.button('Swap blocked').isDisabled()).toBe(true)
    expect(await sent(visit)).toEqual([])
  })

  it('needs a typed confirmation from a price impact of 10 percent, and is blocked from 15', async () => {
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'Sandbox Uni', '2.5')
    await review(visit)
    await notice(visit, /Very high price impact/)
    expect(await visit.button('Swap').isDisabled()).toBe(true)
    await visit.modal.getByLabel('Type “swap” to go on').fill('swap')
    await visit.button('Swap').and(visit.page.locator(':enabled')).waitFor()
    await visit.button('Cancel').click()
    await amountField(visit).fill('6')
    await notice(visit, /This swap is blocked/)
    expect(await visit.button('Review swap').isDisabled()).toBe(true)
    expect(await sent(visit)).toEqual([])
  })

  it('says when the browser is offline, and continues only when it is online', async () => {
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'Sandbox Dai', '0.25')
    // Wait for the quote: without it the button has another text.
    await visit.button('Review swap').and(visit.page.locator(':enabled')).waitFor()
    await setOffline(visit, true)
    await notice(visit, 'You’re offline. Swapping works again once you are back.')
    expect(await visit.button('Review swap').isDisabled()).toBe(true)
    await setOffline(visit, false)
    await review(visit)
    await visit.button('Swap').and(visit.page.locator(':enabled')).waitFor()
    await setOffline(visit, true)
    await visit.button('Swap').and(visit.page.locator(':disabled')).waitFor()
    expect(await sent(visit)).toEqual([])
  })

  it('ignores an older quote: the newest amount counts', async () => {
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'DAI', '1')
    await expect.poll(() => received(visit).innerText()).toMatch(/^2,4/)
    flow.sandbox().faults.set({ path: QUOTES, kind: 'delay', ms: 1500, times: 1 })
    const from = mark()
    await amountField(visit).fill('4')
    await expect.poll(() => asked(QUOTES, from).length).toBe(1)
    await amountField(visit).fill('2')
    await expect.poll(() => received(visit).innerText()).toMatch(/^4,9/)
    await visit.page.waitForTimeout(1800)
    expect(await received(visit).innerText()).toMatch(/^4,9/)
  })

  it('says when the network or the site does not support swaps, with a way to continue', async () => {
    const visit = await visitAccount({ config: { features: features({}) } })
    await visit.button('Swap').click()
    await notice(visit, 'Swapping is not available here')
    await visit.button('Choose network').click()
    await visit.title.filter({ hasText: 'Choose Network' }).waitFor()
    const { url, chains } = flow.sandbox()
    const bare = await flow.visit({ config: { services: { rpc: url }, features: features(sandboxOptions) } })
    expect(chains.length).toBe(2)
    await bare.connect()
    await bare.open()
    await bare.button('Swap').click()
    await notice(bare, 'Swaps are not available on this site')
  })
})
