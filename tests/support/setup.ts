/** Finds the browser and bundles the test wallet, once per run, for all tests with a browser. */
import type { TestProject } from 'vitest/node'
import { BROWSER_ADVICE, findDesktopChromium, findTestChromium } from '../../cli/repo/browser.ts'
import { bundleTestWallet } from '../../runtime/test/bundle.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of the browser. */
    chromium: string
    /** The path of a full browser, because `chromium` may be only the headless shell; empty if there is none. */
    desktop: string
    /** The bundled test wallet, for `installScript`. */
    testWallet: string
  }
}

export default async function setup({ provide }: TestProject) {
  const chromium = await findTestChromium()
  if (chromium === undefined) throw new Error(`No browser. ${BROWSER_ADVICE}`)
  provide('chromium', chromium)
  provide('desktop', (await findDesktopChromium()) ?? '')
  provide('testWallet', await bundleTestWallet())
}
