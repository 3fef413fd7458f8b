/** The public types of `walletkit/vite`, published as `dist/cli/vite.d.ts`. */
import type { Plugin } from 'vite'

export type WalletKitOptions = {
  /**
   * The config file, relative to the project's root or, with `emitted`, to the working folder. Default
   * `walletkit.config.json`.
   */
  config?: string
  /**
   * Make a script-tag build: one `walletkit.js` that creates the kit and registers the elements, plus the files that it
   * loads.
   */
  script?: boolean
  /**
   * For frameworks with their own build (SvelteKit, Nuxt, Astro, React Router), whose code imports the files of
   * `walletkit emit`. The build fails if the config is not valid, or if a third-party plugin imports files that belong
   * neither to it nor to a package. If the config says `"headless": true`, leaves the modal out and logs that. Changes
   * nothing else.
   */
  emitted?: boolean
}

/**
 * Serves `virtual:walletkit` from the config and trims the build. vite stops at its start, with an error that lists
 * every issue, if the config does not pass `walletkit check`. With `emitted`, the plugin does only what that option
 * says, and is off in the dev server.
 *
 * @example
 * ```ts
 * import { walletkit } from 'walletkit/vite'
 * import { defineConfig } from 'vite'
 *
 * export default defineConfig({ plugins: [walletkit()] })
 * ```
 */
export declare function walletkit(options?: WalletKitOptions): Plugin
