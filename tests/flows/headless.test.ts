/** A page with its own design and without our screens: see tests/examples/headless. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InstallOptions } from '../../runtime/test/index.ts'
import { useBrowser, walletScript } from '../support/browser.ts'
import { buildExample, type ExamplePage } from '../support/examplePage.ts'
import { useSandbox } from '../support/sandbox.ts'

const FRIEND = '0x1111111111111111111111111111111111111111'

const sandbox = useSandbox()
const browser = useBrowser()
let example: ExamplePage

beforeAll(async () => {
  example = await buildExample('headless', sandbox())
}, 120_000)
afterAll(() => example.stop())

async function visit(options: Partial<InstallOptions> = {}): Promise<{ page: Page; faults: string[] }> {
  const context = await browser().newContext()
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  await page.addInitScript(walletScript(sandbox(), options))
  await page.goto(example.url)
  return { page, faults }
}

const connect = async (page: Page) => {
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await page.getByRole('heading', { name: /^0x/ }).waitFor()
}
const said = (page: Page, name: string) => page.getByLabel(name, { exact: true }).textContent()

it('builds without a byte of our screens', () => {
  expect(example.report.weights.screens).toBe(0)
  expect(example.report.ok).toBe(true)
  expect(example.report.plugins).toEqual(['send', 'swaps'])
})

it('connects, signs in and sends with hooks only', async () => {
  const { page, faults } = await visit()
  await connect(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Signed in').waitFor()
  await page.getByLabel('To').fill(FRIEND)
  await page.getByRole('button', { name: 'Send 0.5' }).click()
  await expect.poll(() => said(page, 'Send')).toMatch(/^success 0x[0-9a-f]{64}$/)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Pick a wallet' }).waitFor()
  expect(faults).toEqual([])
}, 60_000)

it('says with a code why something failed, and lets the visitor try again', async () => {
  const { page, faults } = await visit({ switches: { answer: 'reject' }, expose: true })
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await page.getByText(/^USER_REJECTED: /).waitFor()
  await page.evaluate(() => window.__walletkitTest?.['org.walletkit.test']?.set({ answer: 'approve' }))
  await connect(page)
  await page.getByLabel('To').fill('nobody')
  await page.getByRole('button', { name: 'Send 0.5' }).click()
  await expect.poll(() => said(page, 'Send')).toBe('error SEND_ARGUMENT_TO')
  await page.evaluate(() => window.__walletkitTest?.['org.walletkit.test']?.set({ answer: 'reject' }))
  await page.getByLabel('To').fill(FRIEND)
  await page.getByRole('button', { name: 'Send 0.5' }).click()
  await expect.poll(() => said(page, 'Send')).toBe('error USER_REJECTED')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(/^USER_REJECTED: |^SIWX_/).waitFor()
  expect(faults).toEqual([])
}, 60_000)

it('quotes a swap, and swaps it', async () => {
  const { page, faults } = await visit()
  await connect(page)
  await page.getByRole('button', { name: 'Quote' }).click()
  await expect.poll(() => said(page, 'Swap')).toMatch(/^quoted USDC/)
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect.poll(() => said(page, 'Swap')).toMatch(/^success USDC 0x[0-9a-f]{64}$/)
  expect(faults).toEqual([])
}, 60_000)

it('gives no quote while the wallet is asked about a swap', async () => {
  const { page, faults } = await visit({ expose: true })
  await connect(page)
  await page.getByRole('button', { name: 'Quote' }).click()
  await expect.poll(() => said(page, 'Swap')).toMatch(/^quoted USDC/)
  await page.evaluate(() => window.__walletkitTest?.['org.walletkit.test']?.set({ answer: 'hold' }))
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect.poll(() => page.evaluate(() => window.__walletkitTest?.['org.walletkit.test']?.pending())).toBe(1)
  await page.getByRole('button', { name: 'Quote' }).click()
  await expect.poll(() => said(page, 'Swap')).toBe('error SWAP_PENDING')
  expect(faults).toEqual([])
}, 60_000)

it('shows the pairing of a wallet on another device, and drops it', async () => {
  const { page } = await visit()
  await page.getByRole('button', { name: 'WalletConnect' }).click()
  await expect.poll(() => said(page, 'Pairing')).toMatch(/^wc:/)
  await page.getByRole('button', { name: 'Never mind' }).click()
  await page.getByLabel('Pairing').waitFor({ state: 'hidden' })
  await connect(page)
}, 60_000)

it('says that its code could not be loaded, and throws nothing', async () => {
  const context = await browser().newContext()
  const page = await context.newPage()
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  await page.addInitScript(walletScript(sandbox(), {}))
  await page.route(/\/actions-[^/]*\.js$/, (route) => route.abort())
  await page.goto(example.url)
  await page.getByText('CHUNK_FAILED: This part could not be loaded').waitFor()
  expect(thrown).toEqual([])
}, 60_000)
