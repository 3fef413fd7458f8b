import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { bundleWallet } from './bundle.ts'

let loading: Promise<string> | undefined

/** The published package has the script next to the sandbox; from source it is bundled on first use. */
async function load(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readFile(fileURLToPath(new URL('./wallet.js', import.meta.url)), 'utf8')
  // Import by URL, so that the published bundle does not include the bundler.
  const address = new URL('./bundle.ts', import.meta.url).href
  const bundler = (await import(/* @vite-ignore */ address)) as { bundleWallet: typeof bundleWallet }
  return (await bundler.bundleWallet()).code
}

/** The wallet page's script, made once per process. @throws Error when it is unavailable; the next call tries again */
export function walletScript(): Promise<string> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
