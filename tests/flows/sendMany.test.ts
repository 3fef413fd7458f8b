/** Sends to several recipients: typed and pasted, reviewed in full, and sent in one batch or one after another. */
import { describe, expect, it } from 'vitest'
import { checkThemes } from '../support/axe.ts'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { press } from '../support/press.ts'
import { useSwaps } from '../support/swaps.ts'

const flow = useFlow()
const { account, held, kept } = useSwaps(flow)
const DAI = 10n ** 18n

const visitMany = async (setup: Visit = {}): Promise<Visited> => {
  const visit = await flow.visit(setup)
  await visit.connect()
  await visit.open()
  await visit.button('Send').click()
  await visit.button('Choose a token').click()
  await visit.modal
    .getByRole('button')
    .filter({ has: visit.page.getByText('Sandbox Dai', { exact: true }) })
    .click()
  await visit.modal.getByRole('textbox', { name: 'Amount' }).fill('1')
  await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(account(3))
  await visit.button('Clear recipient').waitFor()
  await visit.button('Add a recipient').click()
  await visit.title.filter({ hasText: 'Send to several' }).waitFor()
  return visit
}
const field = ({ modal }: Visited, name: string) => modal.getByRole('textbox', { name, exact: true })
const second = async (visit: Visited) => {
  await field(visit, 'Recipient 2').fill('olivia.walletkit.id')
  await field(visit, 'Amount for recipient 2').fill('2')
  await visit.modal.getByText(/^olivia\.walletkit\.id · /).waitFor()
}
const review = async (visit: Visited) => {
  await visit.button('Preview Send').click()
  await visit.title.filter({ hasText: 'Review sends' }).waitFor()
  await visit.modal.getByText('3 DAI', { exact: true }).waitFor()
  for (const at of [3, 1]) await visit.modal.getByLabel(account(at), { exact: true }).waitFor()
}
/** Whether the visitor sees every character of the recipients' addresses. */
const hasWholeAddresses = ({ modal }: Visited) =>
  modal.locator('.send-row .address, .send-payments .address').evaluateAll((all) =>
    all.map((address) => {
      const { right } = address.closest('li')?.getBoundingClientRect() ?? { right: 0 }
      return [...address.children].every((part) => part.getBoundingClientRect().right <= right)
    }),
  )
const pay = (visit: Visited) => press(visit, 'Send 3 DAI', 'Review sends')
const outcomes = ({ modal }: Visited) => modal.locator('.send-paid .tag').allInnerTexts()

it('one batch pays everybody where the wallet can', async () => {
  const visit = await visitMany({ wallets: [{ batch: flow.sandbox().smartAccounts.implementation }] })
  const before = await Promise.all([3, 1].map((at) => held('DAI', account(at))))
  expect(await field(visit, 'Recipient 1').inputValue()).toBe(account(3))
  expect(await field(visit, 'Amount for recipient 1').inputValue()).toBe('1')
  await second(visit)
  await checkThemes(visit, 'Send to several')
  await review(visit)
  await visit.modal.getByText(/^One confirmation for all/).waitFor()
  await checkThemes(visit, 'Review sends')
  await pay(visit)
  await expect.poll(() => outcomes(visit)).toEqual(['Sent', 'Sent'])
  await checkThemes(visit, 'Send to several')
  expect(await Promise.all([3, 1].map((at) => held('DAI', account(at))))).toEqual([
    (before[0] ?? 0n) + DAI,
    (before[1] ?? 0n) + 2n * DAI,
  ])
  expect(await visit.asked('wallet_sendCalls')).toHaveLength(1)
  expect(await visit.asked('eth_sendTransaction')).toEqual([])
  expect(await kept(visit)).toHaveLength(1)
  await visit.button('Done').click()
  await visit.button('Send').click()
  await visit.modal.getByRole('region', { name: 'Recent sends' }).getByText('Recipients: 2').waitFor()
})

it('a batch that the network still works on is followed by the next page, and its hash is kept', async () => {
  const visit = await visitMany({ wallets: [{ batch: flow.sandbox().smartAccounts.implementation }] })
  await second(visit)
  await review(visit)
  flow.sandbox().faults.set({ path: '/rpc', rpc: 'eth_getTransactionReceipt', kind: 'hang' })
  await pay(visit)
  const stored = () => visit.page.evaluate(() => localStorage.getItem('@appkit/batches'))
  await expect.poll(stored).toContain('"receivers"')
  expect(await kept(visit)).toEqual([])
  await visit.page.reload()
  flow.sandbox().faults.clear()
  await visit.status('connected')
  await visit.open()
  // The panel's code loads with its view, and then follows the pending batch.
  await visit.button('Send').click()
  await expect.poll(stored).toBeNull()
  expect((await kept(visit)).map(({ note }) => note?.kind)).toEqual(['send'])
  await visit.modal.getByRole('region', { name: 'Recent sends' }).getByText('Recipients: 2').waitFor()
})

describe('a wallet without batches', () => {
  it('is asked for each; after a refusal who was not paid is left in the form', async () => {
    const visit = await visitMany({ wallets: [{}] })
    await second(visit)
    await review(visit)
    await visit.modal.getByText(/^Confirmations: 2, one after another/).waitFor()
    const before = await Promise.all([3, 1].map((at) => held('DAI', account(at))))
    await visit.wallet('set', { answer: 'hold' })
    await pay(visit)
    await visit.wallet('settle', 'approve')
    await expect.poll(() => outcomes(visit)).toEqual(['Sent', 'Confirm in Test wallet'])
    await visit.wallet('settle', 'reject')
    await expect.poll(() => outcomes(visit)).toEqual(['Sent', 'Declined, not sent'])
    await visit.modal.getByText('Sent: 1 of 2').waitFor()
    await visit.button('Change the rest').click()
    await expect.poll(() => field(visit, 'Recipient 1').inputValue()).toBe('olivia.walletkit.id')
    expect(await field(visit, 'Amount for recipient 1').inputValue()).toBe('2')
    expect(await visit.asked('eth_sendTransaction')).toHaveLength(2)
    expect(await Promise.all([3, 1].map((at) => held('DAI', account(at))))).toEqual([
      (before[0] ?? 0n) + DAI,
      before[1],
    ])
  })
})

it('a pasted list is added as a whole; a recipient that it names twice needs a decision', async () => {
  const visit = await visitMany()
  await visit.button('Paste a list').click()
  const list = visit.modal.locator('textarea')
  // The field before the list, not the last button of the screen.
  await list.focus()
  await visit.page.keyboard.press('Shift+Tab')
  expect(await visit.button('Add recipients').evaluate((button) => button.matches(':focus'))).toBe(false)
  await list.fill(`${account(4)},1\n`.repeat(25))
  await visit.button('Add recipients').click()
  await visit.modal.getByText(/at most 20 recipients, and these would be 26/).waitFor()
  await list.fill(`address;amount\n${account(4)};0.5\n${account(3)};1`)
  await visit.button('Add recipients').click()
  await field(visit, 'Recipient 3').waitFor()
  expect(await field(visit, 'Amount for recipient 2').inputValue()).toBe('0.5')
  expect(await visit.button('Check the marked recipients').isDisabled()).toBe(true)
  await visit.button('Pay each time').first().click()
  await visit.button('Preview Send').waitFor()
  await visit.modal.getByText('2.5 DAI', { exact: true }).waitFor()
})

it('shows whole addresses on the smallest phone', async () => {
  const visit = await visitMany({ context: { viewport: { width: 320, height: 640 } } })
  await second(visit)
  // The second recipient is written by its name.
  expect(await hasWholeAddresses(visit)).toEqual([true])
  expect(await visit.modal.locator('.send-row .address').textContent()).toBe(account(3))
  await review(visit)
  expect(await hasWholeAddresses(visit)).toEqual([true, true])
})

it('in forced colours each recipient has an outline, and the one that is typed has another', async () => {
  const visit = await visitMany({ context: { forcedColors: 'active', viewport: { width: 360, height: 740 } } })
  const outlines = (of: string) =>
    visit.modal.locator(of).evaluateAll((cards) => cards.map((card) => getComputedStyle(card).outlineWidth))
  await field(visit, 'Recipient 2').focus()
  expect(await outlines('.send-row')).toEqual(['1px', '2px'])
  await second(visit)
  await review(visit)
  expect(await outlines('.send-payments > li, .outcome')).toEqual(['1px', '1px', '1px'])
})

it('a recipient’s card is as wide as the screen, and the list keeps away from the button', async () => {
  // One transaction for both: a receipt is read every 4 s, so those of two could take longer than the wait below.
  const wallets = [{ batch: flow.sandbox().smartAccounts.implementation }]
  const visit = await visitMany({ wallets, context: { viewport: { width: 360, height: 740 } } })
  const boxes = (of: string) =>
    visit.modal.locator(of).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))
  const middles = await boxes('.send-row:first-child input[dir], .send-row:first-child .clear')
  const [input, remove] = middles.map(({ top, bottom }) => (top + bottom) / 2)
  expect(remove).toBe(input)
  await second(visit)
  await review(visit)
  const [card, figures] = [...(await boxes('.send-payments > li')).slice(0, 1), ...(await boxes('.outcome'))]
  expect(card?.width).toBe(figures?.width)
  await pay(visit)
  await visit.button('Done').waitFor()
  // In one frame: the sheet may still be rising.
  const [list, done] = await boxes('.send-list, .send-list + .button')
  expect((done?.top ?? 0) - (list?.bottom ?? 0)).toBe(16)
})
