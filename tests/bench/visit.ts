/** One page of one visitor. A fresh context is a visitor with an empty cache. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { installBench } from './page.ts'

export const WALLET = 'Test wallet'
export const LABEL = 'Connect Wallet'

/** `wallet` is the script that announces the test wallet. */
export type Visitor = { browser: Browser; wallet: string }
export type Visited = { page: Page; cdp: CDPSession }

export async function newContext({ browser, wallet }: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  // The loader of these files names every function by a call that a page does not know.
  await context.addInitScript('globalThis.__name = (each) => each')
  await context.addInitScript(wallet)
  await context.addInitScript(installBench, { wallet: WALLET, label: LABEL })
  return context
}

/** `slowdown` divides the speed of the CPU. Resolves when the page has loaded and its button shows. */
export async function load(context: BrowserContext, url: string, slowdown = 1): Promise<Visited> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const cdp = await context.newCDPSession(page)
  const visited = { page, cdp }
  await cdp.send('Performance.enable')
  if (slowdown > 1) await slow(visited, slowdown)
  await page.goto(url)
  await page.evaluate(() => __bench.ready())
  return visited
}

export const slow = ({ cdp }: Visited, rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate })

/** The pointer comes near. Resolves when the modal stands ready and the page has gone quiet. */
export async function hover({ page }: Visited): Promise<void> {
  await page.getByRole('button', { name: LABEL }).first().hover()
  await page.waitForFunction(() => __bench.isRendered(), undefined, { polling: 50 })
  await page.waitForTimeout(200)
}

/** Escape, as a visitor; resolves when nothing of the modal shows and what follows has been done. */
export async function close({ page }: Visited): Promise<void> {
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !__bench.isOpen(), undefined, { polling: 50 })
  await page.waitForTimeout(150)
}
