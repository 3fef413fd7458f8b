/** Mail and OpenID: libraries that nobody installs with the sandbox, and that are loaded when they are first needed. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Held from './held.ts'

export type Libraries = typeof Held

let loading: Promise<Libraries> | undefined

/** Published, they lie beside the sandbox as one file; from source they are installed packages. */
async function load(): Promise<Libraries> {
  const published = !import.meta.url.endsWith('.ts')
  const file = fileURLToPath(new URL(published ? './login-server.js' : './held.ts', import.meta.url))
  // By its address, so that the bundler leaves it where it is.
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Libraries
}

export const loadLibraries = (): Promise<Libraries> => (loading ??= load())
