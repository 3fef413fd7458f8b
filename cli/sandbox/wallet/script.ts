import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { bundleWallet } from './bundle.ts'

let loading: Promise<string> | undefined

/** Published, the script lies beside the sandbox; from source it is bundled when it is first asked for. */
async function load(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readFile(fileURLToPath(new URL('./wallet.js', import.meta.url)), 'utf8')
  // By its address, so that the bundler stays out of the published file.
  const address = new URL('./bundle.ts', import.meta.url).href
  const bundler = (await import(/* @vite-ignore */ address)) as { bundleWallet: typeof bundleWallet }
  return (await bundler.bundleWallet()).code
}

/** The wallet page's script. Made once per process. @throws Error when it cannot be had; the next call tries again */
export function walletScript(): Promise<string> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
