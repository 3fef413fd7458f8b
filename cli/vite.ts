/**
 * `walletkit/vite`: serves `virtual:walletkit` from the project's config, trims the build, and announces the Test
 * wallet in dev.
 */
import type { Plugin } from 'vite'
import { emitted } from './emitted.ts'
import { trimmed, type WalletKitOptions } from './trim.ts'

export type { WalletKitApi, WalletKitOptions } from './trim.ts'

/**
 * The vite plugin. vite stops at its start, with an error that lists every issue, if the config does not pass
 * `walletkit check`. With `emitted` only builds do so, because the plugin is then off in the dev server.
 *
 * @example
 * ```ts
 * import { walletkit } from 'walletkit/vite'
 * import { defineConfig } from 'vite'
 *
 * export default defineConfig({ plugins: [walletkit()] })
 * ```
 */
export function walletkit(options: WalletKitOptions = {}): Plugin {
  return options.emitted ? emitted(options.config) : trimmed(options)
}
