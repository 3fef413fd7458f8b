/** Gives tests a browser, and the steps that visitors take on every page of the tests. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { launch } from '../../cli/repo/browser.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { installScript } from '../../runtime/test/bundle.ts'
import type { InstallOptions } from '../../runtime/test/index.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Additional command-line flags, for the projects that define some. */
    browserArgs?: string[]
    /** Whether to try all combinations, as the proof does, or a part of them. */
    whole?: boolean
  }
}

/**
 * The browsers of this test worker, by path and options. Test files share them, because starting one takes longer than
 * most tests. They end with the worker.
 */
const browsers = new Map<string, Promise<Browser>>()

/** Gives the tests of a file a browser. After them, it closes the contexts that they left open. */
export function useBrowser(options: Parameters<typeof launch>[1] = {}): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    const path = (options.pageCache ? inject('desktop') : '') || inject('chromium')
    const key = JSON.stringify([path, options])
    const kept = await browsers.get(key)
    if (kept?.isConnected()) browser = kept
    else {
      const started = launch(path, { ...options, args: inject('browserArgs') ?? [] })
      browsers.set(key, started)
      browser = await started
    }
  })
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
  })
  return () => {
    if (!browser) throw new Error('The browser is not running yet: call this inside a test')
    return browser
  }
}

/** The script that installs a test wallet in a page, on the sandbox's chains. */
export function walletScript({ chains }: Sandbox, options: Partial<InstallOptions> = {}): string {
  const reached = chains.map(({ id, rpcUrl }) => ({ id, rpcUrl }))
  return installScript(inject('testWallet'), { chains: reached, ...options })
}

/** The button that opens the account, which exists once an account is connected. The first account's name is noah. */
export const accountButton = (page: Page) => page.getByRole('button', { name: /^(0x|noah)/ }).first()

/** Connects the Test wallet in the modal. */
export async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.getByRole('button', { name: /Test wallet/ }).click()
}

/** Connects the Test wallet, and opens the account. */
export async function openAccount(page: Page): Promise<void> {
  await connect(page)
  await accountButton(page).click()
}
