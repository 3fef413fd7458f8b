import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { lazy } from '../../runtime/lib/lazy.ts'
import type { bundleWallet } from './bundle.ts'

/** Reads the script from the file next to the sandbox's own, or, when the sandbox runs from source, bundles it. */
async function load(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readFile(fileURLToPath(new URL('./wallet.js', import.meta.url)), 'utf8')
  // Import by URL, so that the published bundle does not include the bundler.
  const address = new URL('./bundle.ts', import.meta.url).href
  const bundler = (await import(/* @vite-ignore */ address)) as { bundleWallet: typeof bundleWallet }
  return (await bundler.bundleWallet()).code
}

/**
 * The wallet page's script, loaded once per process.
 * @throws Error when it cannot be loaded; the next call tries again
 */
export const walletScript = lazy(load)
