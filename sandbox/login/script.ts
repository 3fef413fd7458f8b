import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { lazyFor } from '../../runtime/lib/lazy.ts'
import type { bundleLoginPages } from './bundle.ts'
import { type LoginScript, SCRIPTS } from './scripts.ts'

/** Reads a script from the file next to the sandbox's own, or, when the sandbox runs from source, bundles it. */
async function load(script: LoginScript): Promise<string> {
  const file = SCRIPTS[script]
  if (!import.meta.url.endsWith('.ts')) return readFile(fileURLToPath(new URL(`./${file}`, import.meta.url)), 'utf8')
  // Import by URL, so that the published bundle does not include the bundler.
  const address = new URL('./bundle.ts', import.meta.url).href
  const bundler = (await import(/* @vite-ignore */ address)) as { bundleLoginPages: typeof bundleLoginPages }
  return (await bundler.bundleLoginPages(script)).code
}

/**
 * The code of one of the scripts of the login service's pages. It is loaded once per process.
 * @throws Error when it cannot be loaded; the next call tries again
 */
export const loginScript = lazyFor(load)
