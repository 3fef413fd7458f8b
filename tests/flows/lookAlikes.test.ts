/** Addresses and tokens that imitate others: in the activity, and as the recipient of a send. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pressSettled } from '../../cli/repo/pressSettled.ts'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { press } from '../support/press.ts'
import { rowAt } from '../plugins/history/kit.ts'

const flow = useFlow()
const ON: Visit = { config: { features: { history: {}, send: {} } } }
afterEach(() => flow.sandbox().indexer.clear())

const account = (at: number) => flow.sandbox().accounts[at]?.address ?? ''
/** Each test has its own friend: what was really sent to a twin stays in the chain's history. */
let pair = 3
beforeEach(() => void (pair += 1))
const friend = () => account(pair)
const twin = () => `${friend().slice(0, 6)}${'7'.repeat(32)}${friend().slice(-4)}`.toLowerCase()
const icon = { url: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' }
const moved = (numeric: string, value: number, symbol: string, address?: string) => [
  {
    direction: 'in' as const,
    quantity: { numeric },
    price: 1,
    value,
    fungible_info: { name: symbol, symbol, icon, ...(address !== undefined && { address }) },
  },
]
/** A payment by a friend, then what an attacker plants. */
const plant = () => {
  const now = Math.floor(Date.now() / 1000)
  const to = { sentTo: account(0) }
  flow.sandbox().indexer.add(account(0), [
    { ...rowAt('friend', now - 500, { ...to, sentFrom: friend() }), transfers: moved('2.5', 5000, 'ETH') },
    { ...rowAt('dust', now - 400, { ...to, sentFrom: twin() }), transfers: moved('0.000012', 0.02, 'ETH') },
    { ...rowAt('none', now - 300, { sentFrom: account(0), sentTo: twin() }), transfers: moved('0', 0, 'DAI') },
    {
      ...rowAt('fake', now - 200, { sentFrom: account(0), sentTo: twin() }),
      transfers: moved('777', 0, 'ЕТН', `0x${'f'.repeat(40)}`),
    },
  ])
}
async function openActivity(): Promise<Visited> {
  const visit = await flow.visit(ON)
  await visit.connect()
  await visit.open()
  await visit.modal.getByRole('tab', { name: 'Activity' }).click()
  return visit
}

describe('the activity', () => {
  it('folds entries that imitate others away under one row, which opens on a click', async () => {
    plant()
    const visit = await openActivity()
    const rows = visit.modal.locator('.history-list .history-row')
    await rows.filter({ hasText: '+2.5 ETH' }).waitFor()
    const fold = visit.button(/^3 suspicious entries/)
    await fold.waitFor()
    expect(await visit.modal.getByText('0.000012').count()).toBe(0)
    expect(await visit.modal.getByText('777').count()).toBe(0)
    expect(await fold.getAttribute('aria-expanded')).toBe('false')
    await fold.click()
    const folded = visit.modal.locator('.history-suspicious li')
    await expect.poll(() => folded.count()).toBe(3)
    await visit.modal.getByText('Never copy an address from them').waitFor()
    await fold.click()
    await expect.poll(() => folded.count()).toBe(0)
  })

  it('shows no such row where nothing is suspicious', async () => {
    const visit = await openActivity()
    await visit.modal.locator('.history-list .history-row').first().waitFor()
    expect(await visit.modal.getByText('suspicious').count()).toBe(0)
  })
})

describe('the recipient of a send', () => {
  const openSend = async (to: string) => {
    const visit = await flow.visit(ON)
    await visit.connect()
    await visit.page.evaluate(
      (receiver) => kit.open({ view: 'WalletSend', params: { token: 'ETH', amount: '0.01', to: receiver } }),
      to,
    )
    await visit.button('Preview Send').and(visit.page.locator(':enabled')).waitFor()
    return visit
  }
  const warning = ({ modal }: Visited) => modal.getByRole('alert').filter({ hasText: 'which you have used' })
  const sent = async (visit: Visited) => (await visit.asked('eth_sendTransaction')).length

  it('that looks like an address of the history shows both, and needs a second press', async () => {
    plant()
    const visit = await openSend(twin())
    await warning(visit).waitFor()
    for (const address of [twin(), friend()]) await warning(visit).getByLabel(address, { exact: true }).waitFor()
    // The eight groups between the first and the last differ.
    const marks = warning(visit).locator('mark')
    expect(await marks.evaluateAll((all) => all.map((mark) => mark.scrollWidth <= mark.clientWidth))).toEqual(
      Array(16).fill(true),
    )
    await visit.button('Preview Send').click()
    await visit.button('Confirm anyway').waitFor()
    await visit.page.waitForTimeout(600)
    await visit.button('Confirm anyway').click()
    await visit.title.filter({ hasText: 'Review send' }).waitFor()
    await warning(visit).waitFor()
    await press(visit, 'Send 0.01 ETH', 'Review send')
    await expect.poll(() => sent(visit)).toBe(1)
  })

  it('that was used is not marked, and neither is a new one', async () => {
    plant()
    for (const to of [friend(), account(5)]) {
      const visit = await openSend(to)
      await expect.poll(() => visit.requests.some((url) => url.includes('/history'))).toBe(true)
      await visit.button('Preview Send').click()
      await visit.title.filter({ hasText: 'Review send' }).waitFor()
      expect(await warning(visit).count()).toBe(0)
    }
  })

  it('is marked on the review too, when the history answers only then', async () => {
    plant()
    flow.sandbox().faults.set({ path: `/v1/account/${account(0)}/history`, kind: 'delay', ms: 3_000 })
    const visit = await openSend(twin())
    await visit.button('Preview Send').click()
    await visit.title.filter({ hasText: 'Review send' }).waitFor()
    await warning(visit).waitFor()
    await pressSettled(visit.button('Send 0.01 ETH'))
    expect(await sent(visit)).toBe(0)
    await press(visit, 'Send 0.01 ETH', 'Review send')
    await expect.poll(() => sent(visit)).toBe(1)
  })

  it('that imitates another name is refused, and the field says why', async () => {
    const visit = await flow.visit(ON)
    await visit.connect()
    await visit.page.evaluate(() => kit.open({ view: 'WalletSend' }))
    await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill('vitаlik.eth')
    await visit.modal.getByText('This name is refused: it imitates another one with letters that look alike.').waitFor()
  })
})
