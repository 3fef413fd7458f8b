/** What every test with a browser needs, made once per run. */
import type { TestProject } from 'vitest/node'
import { BROWSER_ADVICE, findTestChromium } from '../../cli/repo/browser.ts'
import { bundleTestWallet } from '../../runtime/test/bundle.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the browser. */
    chromium: string
    /** The bundled test wallet, for `installScript`. */
    testWallet: string
  }
}

export default async function setup({ provide }: TestProject) {
  const chromium = await findTestChromium()
  if (chromium === undefined) throw new Error(`No browser. ${BROWSER_ADVICE}`)
  provide('chromium', chromium)
  provide('testWallet', await bundleTestWallet())
}
