/** A visitor's phone: the sandbox's wallet page in its own browser context. Also reads QR codes. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import { afterEach } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { useFaults } from './faults.ts'
import type { Visited } from './flow.ts'
import { waitFor } from './waitFor.ts'

export type Phone = {
  page: Page
  /** Enters a pairing URI as text, and pairs. */
  pair: (uri: string) => Promise<void>
  /** Approves the first pending item, once there is one that contains `about`. */
  approve: (about: string | RegExp) => Promise<void>
  reject: (about: string | RegExp) => Promise<void>
  /** Switches the only session to another network (CAIP-2). */
  switchTo: (caipNetworkId: string) => Promise<void>
  /** Ends the only session. */
  disconnect: () => Promise<void>
  /** Closes the page and opens it again: only its stored data is left. */
  restart: () => Promise<void>
}

/** `query` of the wallet page's URL: with `?authenticate=0` the wallet does not support sign-in with a session. */
type StartPhone = (visit: Visited, query?: string) => Promise<Phone>

/** For the tests of one file: phones in their own contexts, which are closed after each test. */
export function usePhones(sandbox: () => Sandbox): StartPhone {
  const contexts: BrowserContext[] = []
  const watch = useFaults()
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())))
  return async ({ page }, query = '') => {
    const browser = page.context().browser()
    if (!browser) throw new Error('The page has no browser')
    const context = await phoneContext(browser)
    contexts.push(context)
    watch(context)
    return startPhone(context, `${sandbox().url}/wallet${query}`)
  }
}

const phoneContext = (browser: Browser) => browser.newContext({ viewport: { width: 412, height: 915 } })

async function startPhone(context: BrowserContext, url: string): Promise<Phone> {
  let page = await openWallet(context, url)
  const answer = async (name: 'Approve' | 'Reject', about: string | RegExp) => {
    const asked = page
      .getByRole('region', { name: /^(Session proposal|Session and sign-in|Request)$/ })
      .filter({ hasText: about })
    await asked.getByRole('button', { name, exact: true }).click()
    await asked.waitFor({ state: 'hidden' })
  }
  return {
    get page() {
      return page
    },
    pair: async (uri) => {
      await page.getByRole('textbox', { name: 'Pairing URI' }).fill(uri)
      await page.getByRole('button', { name: 'Pair', exact: true }).click()
    },
    approve: (about) => answer('Approve', about),
    reject: (about) => answer('Reject', about),
    switchTo: async (caipNetworkId) => {
      await page.getByRole('combobox', { name: /^Network for/ }).selectOption(caipNetworkId)
      await page.getByRole('button', { name: /^Switch network/ }).click()
    },
    disconnect: () => page.getByRole('button', { name: /^Disconnect/ }).click(),
    restart: async () => {
      await page.close()
      page = await openWallet(context, url)
    },
  }
}

async function openWallet(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  // The sandbox bundles the wallet's page at the first request for it.
  await page.goto(url, { timeout: 30_000 })
  await page.locator('#wallet:not([aria-busy])').waitFor()
  return page
}

/**
 * Reads the QR code in screenshots of `shown`. Waits 20 s for it: the page first loads the relay's client and connects,
 * and reading a picture takes as long as many other steps of a test. @throws Error when none can be read until then
 */
export function readQr(shown: Locator | Page): Promise<string> {
  const read = async () => {
    const { data, width, height } = PNG.sync.read(await shown.screenshot())
    const code = jsqr.default(new Uint8ClampedArray(data), width, height)
    // A code that is not drawn to its end may be found with nothing in it.
    if (!code?.data) throw new Error('No QR code can be read in the picture')
    return code.data
  }
  return waitFor(read, 20_000)
}
