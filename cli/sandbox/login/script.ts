import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { bundleLoginPages } from './bundle.ts'

let loading: Promise<string> | undefined

/** Published, the script lies beside the sandbox; from source it is bundled when it is first asked for. */
async function load(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readFile(fileURLToPath(new URL('./login.js', import.meta.url)), 'utf8')
  // By its address, so that the bundler stays out of the published file.
  const address = new URL('./bundle.ts', import.meta.url).href
  const bundler = (await import(/* @vite-ignore */ address)) as { bundleLoginPages: typeof bundleLoginPages }
  return (await bundler.bundleLoginPages()).code
}

/** The script of the service's pages. Made once per process. @throws Error when it cannot be had; the next call tries again */
export function loginScript(): Promise<string> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
