/** Functions that act as a visitor of the demo page. */
import type { Page } from 'playwright-core'
import { RECEIVER } from './chain.ts'
import { pressSettled } from './pressSettled.ts'
import { say } from './run.ts'

export type Site = { page: string; sandbox: string }

export const SENT_WEI = 10n ** 16n

/** The page's own button, once it shows the connected account: its address, then its name in the sandbox. */
export const account = (page: Page) => page.getByRole('button', { name: /^(0x|noah|olivia|mateo)/ }).first()

export const isConnected = (page: Page) =>
  page.evaluate(() => localStorage.getItem('@appkit/connection_status') === 'connected')

/** Sends 0.01 ETH, starting from the open account view. `approve` acts as the wallet's owner. */
export async function send(page: Page, approve = async () => {}) {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Choose a token' }).click()
  await page.getByRole('button', { name: /^Ether/ }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.01')
  await page.getByRole('textbox', { name: 'Recipient' }).fill(RECEIVER)
  await page.getByRole('button', { name: /Review|Preview/ }).click()
  const confirm = page.getByRole('button', { name: /^Send 0\.01/ })
  await confirm.waitFor()
  await pressSettled(confirm)
  await approve()
  // A toast and the account view both show that the transaction was sent: wait for the first of them.
  await page
    .getByText(/Transaction (started|confirmed)/)
    .first()
    .waitFor()
  say('  sent')
}
