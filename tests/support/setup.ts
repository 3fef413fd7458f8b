/** What every test with a browser needs, made once per run. */
import type { TestProject } from 'vitest/node'
import { BROWSER_ADVICE, findDesktopChromium, findTestChromium } from '../../cli/repo/browser.ts'
import { bundleTestWallet } from '../../runtime/test/bundle.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the browser. */
    chromium: string
    /** Path of a whole browser, where the other is only the shell; empty where there is none. */
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
