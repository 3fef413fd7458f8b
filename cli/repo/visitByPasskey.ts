/** Plays a visitor who has no wallet: creates one with a passkey, gets ether, and sends some of it. */
import type { BrowserContext } from 'playwright-core'
import { addAuthenticator } from './authenticator.ts'
import { balanceOf, call, grown, RECEIVER } from './chain.ts'
import { account, send, type Site } from './demoPage.ts'
import { pressSettled } from './pressSettled.ts'
import { say } from './run.ts'
import { newestSent } from './storedSent.ts'

/**
 * `receiverDeltaWei`: by how much the receiver's balance grew, in wei as decimal text. `gestures`: how often the device
 * asked its owner, to create the wallet and to send.
 */
export type PasskeyVisit = { txHash: string; receiverDeltaWei: string; gestures: number }

const ONE_ETHER = '0xde0b6b3a7640000'

export async function visitByPasskey(context: BrowserContext, site: Site): Promise<PasskeyVisit> {
  const rpc = `${site.sandbox}/rpc/31337`
  const page = await context.newPage()
  const device = await addAuthenticator(page)
  // Browsers allow passkeys for a name, and not for an IP address.
  await page.goto(site.page.replace('127.0.0.1', 'localhost'))
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.getByRole('button', { name: 'Passkey' }).click()
  await page.getByRole('button', { name: 'Create a wallet' }).click()
  await account(page).waitFor()
  say('  a wallet is created with a passkey')
  await call(rpc, 'anvil_setBalance', [await page.evaluate(ownAddress), ONE_ETHER])
  const before = await balanceOf(rpc, RECEIVER)
  await account(page).click()
  await send(page, () => pressSettled(page.locator('button:enabled', { hasText: 'Confirm with passkey' })))
  const delta = await grown(rpc, before)
  const gestures = (await device.uses()).reduce((sum, each) => sum + each, 0)
  return { txHash: (await newestSent(page)).hash, receiverDeltaWei: String(delta), gestures }
}

const ownAddress = () =>
  (JSON.parse(localStorage.getItem('@appkit/passkey') ?? '{}') as { account?: string }).account ?? ''
