import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { bundleLoginPages } from './bundle.ts'

let loading: Promise<string> | undefined

/** The published package has the script next to the sandbox; from source it is bundled on first use. */
async function load(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readFile(fileURLToPath(new URL('./login.js', import.meta.url)), 'utf8')
  // Import by URL, so that the published bundle does not include the bundler.
  const address = new URL('./bundle.ts', import.meta.url).href
  const bundler = (await import(/* @vite-ignore */ address)) as { bundleLoginPages: typeof bundleLoginPages }
  return (await bundler.bundleLoginPages()).code
}

/**
 * The script of the service's pages, made once per process.
 * @throws Error when it is unavailable; the next call tries again
 */
export function loginScript(): Promise<string> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
