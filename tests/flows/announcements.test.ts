/** Each message is shown in one place, and a screen reader announces it once. */
import { expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'
import { holdBlock } from '../support/holdBlock.ts'
import { type Announced, heard, LISTEN, repeated } from '../support/liveRegions.ts'
import { press } from '../support/press.ts'
import { useSwaps } from '../support/swaps.ts'

const flow = useFlow()
const { account, features, visitSwap, fill, review, press: pressSwap, fail } = useSwaps(flow)

/** The ms within which the same text is a repeat, and not news. */
const SOON = 2_500
/** The ms after a step until all its messages are announced. */
const PAUSE = 1_500

const words = (list: readonly Announced[]) =>
  list.map(({ role, text }) => `${role}: ${text.replace(/[\u2066-\u2069]/g, '')}`)

/** Waits for an announcement. A step that ends within a frame is not announced, so the test holds its block until then. */
const hears = (visit: Visited, text: string) =>
  expect.poll(async () => words(await heard(visit))).toContainEqual(expect.stringContaining(text))

/** The announcements since the modal opened. Checks that no text was announced twice or shown in two places. */
async function said(visit: Visited): Promise<string[]> {
  await visit.page.waitForTimeout(PAUSE)
  const list = await heard(visit)
  const again = list.filter((each, at) =>
    list.some(
      (other, index) =>
        index !== at && Math.abs(other.at - each.at) < SOON && other.text !== '' && each.text.includes(other.text),
    ),
  )
  expect(words(again), 'said twice').toEqual([])
  expect(words(list.filter(({ isNested }) => isNested)), 'in a region inside of another').toEqual([])
  expect(await repeated(visit), 'in two places').toEqual([])
  return words(list)
}

async function send(visit: Visited, then: 'approve' | 'reject') {
  await visit.connect()
  await visit.wallet('set', { answer: 'hold' })
  const params = { token: 'ETH', amount: '0.01', to: account(1) }
  await visit.page.evaluate((values) => kit.open({ view: 'WalletSend', params: values }), params)
  await visit.button('Preview Send').and(visit.page.locator(':enabled')).click()
  await visit.title.filter({ hasText: 'Review send' }).waitFor()
  await press(visit, /^Send .* ETH/, 'Review send')
  const card = visit.modal.locator('.progress')
  await card.getByText('Confirm in Test wallet').waitFor()
  // Its bar says that work goes on, and in which step: no spinner says the same beside it.
  expect(await card.locator('.progress-bar').count()).toBe(1)
  expect(await card.locator('.spinner').count()).toBe(0)
  await visit.wallet('settle', then)
}

it('connecting: where to confirm, then why it failed', async () => {
  const visit = await flow.visit({ script: LISTEN })
  await visit.wallet('set', { answer: 'reject' })
  await visit.open()
  await visit.button(/Test wallet/).click()
  await visit.button('Try again').waitFor()
  expect(await said(visit)).toEqual([
    expect.stringMatching(/^status: Continue in Test wallet/),
    expect.stringMatching(/^status: .*declined/i),
  ])
})

it('sending: where to confirm, that it started, that it is confirmed', async () => {
  const visit = await flow.visit({ script: LISTEN })
  const mine = await holdBlock(flow.sandbox())
  await send(visit, 'approve')
  await hears(visit, 'Transaction started')
  await mine()
  const card = visit.modal.locator('.progress')
  await card.getByText('Transaction confirmed').waitFor()
  // The card shows what the toast would say, and later news: the toast does not come back beside it.
  expect(await visit.modal.locator('.toast:not(.sr)').count()).toBe(0)
  const rest = (await said(visit)).slice(-3).map((each) => each.replace(/ 0\.01 ETH to 0x\w+…\w+$/, ''))
  expect(rest).toEqual([
    'status: Confirm in Test wallet',
    'status: Transaction started',
    'status: Transaction confirmed',
  ])
})

it('a refused send: what happened and what it means for the money, at once', async () => {
  const visit = await flow.visit({ script: LISTEN })
  await send(visit, 'reject')
  await visit.modal.getByText('Something went wrong').waitFor()
  const list = await said(visit)
  expect(list.at(-1)).toBe('alert: Something went wrong Declined in Test wallet. Nothing was sent.')
  expect(list.filter((each) => each.startsWith('alert'))).toHaveLength(1)
})

it('swapping: each step, that it started, that it is done', async () => {
  const visit = await visitSwap({ script: LISTEN })
  await fill(visit, 'DAI', 'ETH', '5')
  await review(visit)
  await visit.wallet('set', { answer: 'hold' })
  await pressSwap(visit, 'Approve and swap')
  await visit.modal.getByText('Approve limit increase in your wallet').waitFor()
  await visit.wallet('settle', 'approve')
  await visit.modal.getByText('Confirm in Test wallet').waitFor()
  // Wait until the same text would count as news when the swap starts.
  await visit.page.waitForTimeout(SOON)
  const mine = await holdBlock(flow.sandbox())
  await visit.wallet('settle', 'approve')
  await hears(visit, 'Swapping')
  await mine()
  await visit.modal
    .getByText(/^Swapped 5 DAI/)
    .first()
    .waitFor()
  const list = (await said(visit)).map((each) => each.replace(/ 5 DAI for [\d.]+ ETH/, ''))
  const steps = list.slice(list.findIndex((each) => each.includes('Approve limit increase')))
  expect(steps.filter((each) => /Approve limit|Confirm in/.test(each))).toEqual([
    'status: Approve limit increase in your wallet',
    'status: Confirm in Test wallet',
  ])
  expect(steps.at(-1)).toBe('status: Swapped')
  expect(steps.filter((each) => each.startsWith('status: Swapping'))).toHaveLength(1)
})

it('a swap without a quote: once, beside its fields', async () => {
  fail('/v1/convert/quotes')
  const visit = await visitSwap({ script: LISTEN })
  await fill(visit, 'ETH', 'USDC', '0.1')
  await visit.modal.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor()
  expect((await said(visit)).filter((each) => each.startsWith('alert'))).toHaveLength(1)
})

it('balances that fail: once', async () => {
  fail('/v1/account')
  const visit = await flow.visit({ script: LISTEN, config: { features: features(false) } })
  await visit.connect()
  await visit.open()
  await visit.modal.getByText('Token Balance Unavailable').first().waitFor()
  expect((await said(visit)).filter((each) => each.includes('Token Balance Unavailable'))).toEqual([
    'alert: Token Balance Unavailable',
  ])
})
