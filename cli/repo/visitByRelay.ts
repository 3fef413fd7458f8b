/**
 * Plays a visitor with a wallet on a phone: the wallet gets the URI of the page's QR code, connects over the relay, and
 * approves a transfer.
 */
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import type { QRCode } from 'jsqr'
import { call, findTransaction } from './chain.ts'
import { account, isConnected, send, type Site } from './demoPage.ts'
import { say, Stop } from './run.ts'

/** `signed`: whether the chain contains the transaction that the wallet approved. */
export type RelayVisit = { connected: boolean; signed: boolean }

const readQr = createRequire(import.meta.url)('jsqr') as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => QRCode | null

export async function visitByRelay(context: BrowserContext, { page: url, sandbox }: Site): Promise<RelayVisit> {
  const rpc = `${sandbox}/rpc/31337`
  const block = await call<string>(rpc, 'eth_blockNumber', [])
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.getByRole('button', { name: /^WalletConnect/ }).click()
  const uri = await scan(page)
  say('  the QR code is read')

  const phone = await context.newPage()
  await phone.goto(`${sandbox}/wallet?uri=${encodeURIComponent(uri)}`)
  const approve = () => phone.getByRole('button', { name: 'Approve', exact: true }).click()
  await approve()
  await account(page).waitFor()
  say('  connected over the relay')
  await account(page).click()
  await send(page, approve)
  const connected = await isConnected(page)
  return { connected, signed: (await findTransaction(rpc, block)) !== undefined }
}

/** The ms within which the code must be readable, also on a busy machine. */
const PATIENCE = 10_000

/** Reads the pairing URI from a screenshot of the QR code, as a phone's camera would. */
async function scan(page: Page): Promise<string> {
  const code = page.locator('[data-walletkit] .qr')
  await code.locator('svg').first().waitFor()
  // The code fades in, so try again until it is readable.
  const end = Date.now() + PATIENCE
  while (Date.now() < end) {
    const { data, width, height } = PNG.sync.read(await code.screenshot())
    const uri = readQr(new Uint8ClampedArray(data), width, height)?.data
    if (uri?.startsWith('wc:')) return uri
    await page.waitForTimeout(100)
  }
  throw new Stop('The QR code could not be read')
}
