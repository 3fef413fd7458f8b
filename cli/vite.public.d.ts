/** What `walletkit/vite` looks like from outside; published as `dist/cli/vite.d.ts`. */
import type { Plugin } from 'vite'

export type WalletKitOptions = {
  /** The config file, from the project's root. Default `walletkit.config.json`. */
  config?: string
  /** A script-tag build: one `walletkit.js` that makes the kit and registers the elements, and what it loads. */
  script?: boolean
}

/** Serves `virtual:walletkit` from the config and trims the build. Throws when the config does not pass `walletkit check`. */
export declare function walletkit(options?: WalletKitOptions): Plugin
