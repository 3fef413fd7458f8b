import { bundleTestWallet, installScript } from './bundle.ts'
import type { InstallOptions } from './install.ts'

/**
 * A script that installs a test wallet before the page's own code runs:
 * `await page.addInitScript(await testWalletScript({ chains, expose: true }))`. Node only. Needs `vite`.
 */
export async function testWalletScript(options: InstallOptions): Promise<string> {
  return installScript(await bundleTestWallet(), options)
}
