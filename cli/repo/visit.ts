/**
 * Plays four visitors: one connects the Test wallet, reads the balance, sends 0.01 ETH, swaps and buys; one uses a
 * wallet on a phone; one has a wallet that sends batches; one has no wallet and creates one with a passkey.
 */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { launch } from './browser.ts'
import { balanceOf, call, findTransaction, grown, RECEIVER } from './chain.ts'
import { type Batched, type Revoked, visitBatch } from './demoBatch.ts'
import { buy, type Purchased, swap, type Swapped } from './demoMoney.ts'
import { account, isConnected, send, SENT_WEI, type Site } from './demoPage.ts'
import { say } from './run.ts'
import { type PasskeyVisit, visitByPasskey } from './visitByPasskey.ts'
import { type RelayVisit, visitByRelay } from './visitByRelay.ts'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** The most characters of a page's text that a failed check prints. */
const LONGEST_SHOWN = 600

export type Visit = {
  connected: boolean
  sentWei: string
  receiverDeltaWei: string
  txHash: string
  swap: Swapped
  purchase: Purchased
  relay: RelayVisit
  batch: Batched
  revoke: Revoked
  passkey: PasskeyVisit
  thirdPartyRequests: number
}

/** Escape closes a modal that is still open; then the page's own button opens the account view. */
async function openAccount(page: Page) {
  await page.keyboard.press('Escape')
  await account(page).click()
  await page.getByText(/Ether/).first().waitFor()
}

/** Prints what each page of the browser shows, so that the log of a failed check tells what the visitor saw instead. */
async function sayShown(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const modal = page.getByRole('dialog')
    const isOpen = (await modal.count().catch(() => 0)) > 0
    const shown = await (isOpen ? modal.first() : page.locator('body')).innerText().catch(() => '')
    say(
      `  ${page.url()} shows${isOpen ? ' in its modal' : ''}: ${shown.replaceAll(/\s+/g, ' ').slice(0, LONGEST_SHOWN)}`,
    )
  }
}

export async function visit(chromium: string, site: Site): Promise<Visit> {
  const rpc = `${site.sandbox}/rpc/31337`
  const browser = await launch(chromium)
  const strangers: string[] = []
  const newContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const note = (address: string) => {
      const { protocol, hostname } = new URL(address)
      if (/^(https?|wss?):$/.test(protocol) && !LOOPBACK.test(hostname)) strangers.push(address)
    }
    context.on('request', (request: Request) => note(request.url()))
    context.on('page', (page) => {
      page.on('websocket', (socket) => note(socket.url()))
      page.on('pageerror', (error) => say(`  the page threw: ${error.message}`))
    })
    return context
  }
  try {
    const page = await (await newContext()).newPage()
    const before = await balanceOf(rpc, RECEIVER)
    const block = await call<string>(rpc, 'eth_blockNumber', [])
    await page.goto(site.page)
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await page.getByRole('button', { name: /Test wallet/ }).click()
    await account(page).waitFor()
    say('  connected')
    await account(page).click()
    await page.getByText(/Ether/).first().waitFor()
    say('  the balance shows')
    await send(page)
    const delta = await grown(rpc, before)
    const txHash = (await findTransaction(rpc, block))?.hash ?? ''
    const swapped = await swap(page, site)
    await openAccount(page)
    const purchase = await buy(page, site)
    const connected = await isConnected(page)
    const relay = await visitByRelay(await newContext(), site)
    const { batch, revoke } = await visitBatch(await newContext(), site)
    const passkey = await visitByPasskey(await newContext(), site)
    strangers.forEach((address) => say(`  contacted ${address}`))
    return {
      connected,
      sentWei: SENT_WEI.toString(),
      receiverDeltaWei: delta.toString(),
      txHash,
      swap: swapped,
      purchase,
      relay,
      batch,
      revoke,
      passkey,
      thirdPartyRequests: strangers.length,
    }
  } catch (error) {
    await sayShown(browser)
    throw error
  } finally {
    await browser.close()
  }
}
