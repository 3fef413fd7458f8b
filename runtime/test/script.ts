import { bundleTestWallet, installScript } from './bundle.ts'
import type { InstallOptions } from './install.ts'

/**
 * A script that installs a test wallet before the page's own code runs:
 * `await page.addInitScript(await testWalletScript({ chains, expose: true }))`. Node only. Needs `vite`.
 *
 * @example
 * ```ts
 * import { testWalletScript } from 'walletkit/test/script'
 * import type { Page } from 'playwright-core'
 *
 * const chains = [{ id: 31337, rpcUrl: 'http://127.0.0.1:4747/rpc/31337' }]
 * const install = async (page: Page) => page.addInitScript(await testWalletScript({ chains, expose: true }))
 * ```
 */
export async function testWalletScript(options: InstallOptions): Promise<string> {
  return installScript(await bundleTestWallet(), options)
}
