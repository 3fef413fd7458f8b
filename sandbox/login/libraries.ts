/**
 * Loads the mail and OpenID libraries on first use. They are bundled, so that installing the sandbox does not install
 * them.
 */
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Held from './held.ts'

export type Libraries = typeof Held

let loading: Promise<Libraries> | undefined

/** The published package has them next to the sandbox as one file; from source they are installed packages. */
async function load(): Promise<Libraries> {
  const published = !import.meta.url.endsWith('.ts')
  const file = fileURLToPath(new URL(published ? './login-server.js' : './held.ts', import.meta.url))
  // Import by URL, so that the bundler does not inline it.
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Libraries
}

export const loadLibraries = (): Promise<Libraries> => (loading ??= load())
