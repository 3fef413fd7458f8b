import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { bundleLoginPages, LoginScript } from './bundle.ts'

const loading = new Map<LoginScript, Promise<string>>()

/** The published package has the scripts next to the sandbox; from source they are bundled on first use. */
async function load(script: LoginScript): Promise<string> {
  const file = script === 'login' ? 'login.js' : 'login-pages.js'
  if (!import.meta.url.endsWith('.ts')) return readFile(fileURLToPath(new URL(`./${file}`, import.meta.url)), 'utf8')
  // Import by URL, so that the published bundle does not include the bundler.
  const address = new URL('./bundle.ts', import.meta.url).href
  const bundler = (await import(/* @vite-ignore */ address)) as { bundleLoginPages: typeof bundleLoginPages }
  return (await bundler.bundleLoginPages(script)).code
}

/**
 * A script of the service's pages, made once per process.
 * @throws Error when it is unavailable; the next call tries again
 */
export function loginScript(script: LoginScript): Promise<string> {
  const made =
    loading.get(script) ??
    load(script).catch((error: unknown) => {
      loading.delete(script)
      throw error
    })
  loading.set(script, made)
  return made
}
