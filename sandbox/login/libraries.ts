/**
 * Loads the mail, OpenID and WebAuthn libraries on first use. The published package contains them in a bundle, so that
 * they are not its dependencies.
 */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lazy } from '../../runtime/lib/lazy.ts'
import type * as Held from './held.ts'

export type Libraries = typeof Held

/** Imports the bundle next to the sandbox's file, or, when it runs from source, the installed packages. */
async function load(): Promise<Libraries> {
  const published = !import.meta.url.endsWith('.ts')
  const file = fileURLToPath(new URL(published ? './login-server.js' : './held.ts', import.meta.url))
  // Import by URL, so that the bundler does not inline the libraries into the sandbox's own file.
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Libraries
}

export const loadLibraries = lazy(load)
