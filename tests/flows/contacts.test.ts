/** Contacts: saved after a send, offered at the next one, kept after a reload, exported and imported as a file. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()
const account = (at: number) => flow.sandbox().accounts[at]?.address ?? ''
const recipient = ({ modal }: Visited) => modal.getByRole('textbox', { name: 'Recipient' })
const heading = ({ title }: Visited, text: string) => title.filter({ hasText: new RegExp(`^${text}$`) }).waitFor()
const toSend = async (visit: Visited) => {
  await visit.open()
  await visit.button('Send').click()
  await recipient(visit).waitFor()
}

it('a recipient is saved under a name, and offered from then on, after a reload too', async () => {
  const visit = await flow.visit()
  await visit.connect()
  await toSend(visit)
  await recipient(visit).fill(account(1))
  await visit.button('Save as a contact').click()
  await heading(visit, 'Contact')
  expect(await visit.modal.getByRole('textbox', { name: /^Address/ }).inputValue()).toBe(account(1))
  await visit.modal.getByRole('textbox', { name: 'Name' }).fill('Mira Lind')
  await visit.button('Save contact').click()
  await heading(visit, 'Send')
  await visit.modal.getByText('Mira Lind').waitFor()
  expect(await visit.button('Save as a contact').count()).toBe(0)

  await visit.page.reload()
  await visit.status('connected')
  await toSend(visit)
  const offers = visit.modal.getByRole('list', { name: 'Contacts' })
  await offers.getByRole('button', { name: 'Mira Lind' }).waitFor()
  await recipient(visit).fill('lin')
  await offers.getByRole('button', { name: 'Mira Lind' }).click()
  await visit.button('Clear recipient').waitFor()
  await visit.modal.getByText('Mira Lind').waitFor()
})

it('contacts are changed and deleted, and go from one browser to another as a file', async () => {
  const visit = await flow.visit()
  await visit.connect()
  await toSend(visit)
  await visit.page.evaluate(() => kit.open({ view: 'WalletSendContact', params: {} }))
  await visit.modal.getByRole('textbox', { name: 'Name' }).fill('Noah')
  await visit.modal.getByRole('textbox', { name: /^Address/ }).fill(account(2))
  await visit.page.keyboard.press('Enter')
  // No other view was open before, so the modal closes.
  await visit.modal.waitFor({ state: 'hidden' })
  await visit.page.evaluate(() => kit.open({ view: 'WalletSendContacts' }))
  await visit.button('Change Noah').click()
  await visit.modal.getByRole('textbox', { name: 'Name' }).fill('Noah Berg')
  await visit.button('Save contact').click()
  await heading(visit, 'Contacts')
  const [download] = await Promise.all([visit.page.waitForEvent('download'), visit.button('Export').click()])
  expect(download.suggestedFilename()).toBe('contacts.json')
  const file = await readFile(await download.path(), 'utf8')
  await visit.button('Change Noah Berg').click()
  await visit.button('Delete contact').click()
  await visit.modal.getByText('No contacts yet').waitFor()

  const other = await flow.visit()
  await other.connect()
  await other.page.evaluate(() => kit.open({ view: 'WalletSendContacts' }))
  await other.modal.getByText('No contacts yet').waitFor()
  await other.modal
    .locator('input[type=file]')
    .setInputFiles({ name: 'contacts.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await other.modal.getByText('Contacts added: 1').or(other.page.getByText('Contacts added: 1')).first().waitFor()
  await other.button('Change Noah Berg').waitFor()
})
