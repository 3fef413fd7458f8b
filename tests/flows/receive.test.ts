/** The Receive view, and that a panel's code loads only when it is needed. */
import { expect, it } from 'vitest'
import type { Features } from '../../runtime/contracts/config.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()

/** A text of each panel that only its own code contains, for a search in the loaded files. */
const MARKS = { send: 'Transaction started', receive: 'QR code of your address' } as const
type Panel = keyof typeof MARKS

const visitAccount = async (features: Features) => {
  const bodies: Promise<string>[] = []
  const visit = await flow.visit({ config: { features } })
  visit.page.on('response', (response) => {
    if (response.url().endsWith('.js')) bodies.push(response.text().catch(() => ''))
  })
  await visit.page.reload()
  const holds = async (panel: Panel) => (await Promise.all(bodies)).some((body) => body.includes(MARKS[panel]))
  await visit.connect()
  await visit.open()
  await visit.button(/^Copy address: noah/).waitFor()
  return { visit, holds }
}
const actions = ({ modal }: Visited) => modal.getByRole('list', { name: 'Actions' })

it('shows the account’s own address as text and as a QR code, and copies it [S1.scope.12] [S2.view.16]', async () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] }
  const visit = await flow.visit({ context })
  const address = flow.sandbox().accounts[0]?.address ?? ''
  await visit.connect()
  await visit.open()
  await visit.button('Receive').click()
  await visit.title.filter({ hasText: 'Receive' }).waitFor()
  await visit.modal.getByRole('img', { name: `QR code of your address ${address}` }).waitFor()
  expect((await visit.modal.innerText()).replace(/\s/g, '')).toContain(address)
  await visit.button('Copy address').click()
  await visit.button('Address copied').waitFor()
  expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await visit.button(/^Compatible networks/).click()
  await visit.title.filter({ hasText: 'Compatible Networks' }).waitFor()
  await visit.modal.getByText('Sandbox Two').waitFor()
  await visit.button('Back').click()
  await visit.button('Back').click()
  await actions(visit).waitFor()
})

const fetchesOnDemand = async (panel: Panel, label: string) => {
  const off = await visitAccount({ send: {}, receive: {}, [panel]: false })
  expect(await actions(off.visit).getByRole('button').count()).toBe(1)
  await off.visit.page.evaluate((view) => kit.open({ view }), panel === 'send' ? 'WalletSend' : 'WalletReceive')
  await off.visit.modal.getByText('Not available here').waitFor()
  expect(await off.holds(panel)).toBe(false)

  const on = await visitAccount({ send: {}, receive: {} })
  expect(await on.holds(panel)).toBe(false)
  await on.visit.button(label).click()
  await on.visit.title.filter({ hasText: label }).waitFor()
  await expect.poll(() => on.holds(panel)).toBe(true)
}

it('loads the send panel only on demand [S2.lazy.04]', () => fetchesOnDemand('send', 'Send'))
it('loads the receive panel only on demand [S2.lazy.05]', () => fetchesOnDemand('receive', 'Receive'))
