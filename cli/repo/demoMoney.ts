/** Plays a visitor who swaps and buys ether on the demo page. */
import type { Page } from 'playwright-core'
import { balanceOf, call, changed } from './chain.ts'
import type { Site } from './demoPage.ts'
import { pressSettled } from './pressSettled.ts'
import { say, Stop } from './run.ts'
import { newestSent } from './storedSent.ts'

/** How much USDC arrived (`outDelta`) and how much the demo page had promised (`quoted`): base units, as digits. */
export type Swapped = { txHash: string; outDelta: string; quoted: string }
/** The wei that arrived, as decimal text. */
export type Purchased = { received: string }

const USDC_DECIMALS = 6

const rpcOf = ({ sandbox }: Site) => `${sandbox}/rpc/31337`

async function dollarsOf({ sandbox }: Site, owner: string): Promise<bigint> {
  const { tokens } = (await (await fetch(`${sandbox}/status`)).json()) as {
    tokens: { chainId: number; symbol: string; address: string }[]
  }
  const token = tokens.find(({ chainId, symbol }) => chainId === 31337 && symbol === 'USDC')
  if (!token) throw new Stop('The sandbox has no USDC')
  const data = `0x70a08231${owner.slice(2).padStart(64, '0')}`
  return BigInt(await call<string>(`${sandbox}/rpc/31337`, 'eth_call', [{ to: token.address, data }, 'latest']))
}

/** Swaps 0.5 ETH for USDC, starting from the open account view. */
export async function swap(page: Page, site: Site): Promise<Swapped> {
  const owner = (await newestSent(page)).from
  const before = await dollarsOf(site, owner)
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  await page.getByRole('button', { name: /^(Select|Change the) token to receive/ }).click()
  await page
    .getByRole('button', { name: /Sandbox Dollar/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Amount to pay' }).fill('0.5')
  await page.locator('button:enabled', { hasText: 'Review swap' }).click()
  await page.getByText('Preview swap').first().waitFor()
  await pressSettled(page.getByRole('button', { name: 'Swap', exact: true }))
  const { hash, note } = await newestSent(page, 'swap')
  const delta = await changed(before, () => dollarsOf(site, owner))
  const [whole = '0', rest = ''] = (note?.in?.amount ?? '0').split('.')
  say('  swapped')
  return { txHash: hash, outDelta: String(delta), quoted: String(BigInt(whole + rest.padEnd(USDC_DECIMALS, '0'))) }
}

/** Buys ether for 250 dollars, in the popup of the sandbox's simulated seller, Sandbox Pay. */
export async function buy(page: Page, site: Site): Promise<Purchased> {
  const owner = (await newestSent(page)).from
  const before = await balanceOf(rpcOf(site), owner)
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await page.getByRole('button', { name: '250' }).click()
  const seller = page.locator('button:enabled', { hasText: 'Sandbox Pay' })
  await seller.waitFor()
  const [popup] = await Promise.all([page.waitForEvent('popup'), seller.click()])
  await popup.getByRole('button', { name: /^Pay 250/ }).click()
  const received = await changed(before, () => balanceOf(rpcOf(site), owner))
  await page.getByText(/^You bought/).waitFor()
  say('  bought')
  return { received: String(received) }
}
