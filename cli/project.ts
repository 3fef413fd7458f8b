/** Loads vite and the sandbox from the node_modules of a folder, which is usually the user's project. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from './failure.ts'
import type * as vite from 'vite'
import { messages } from './messages.ts'
import { addCommand, findManager } from './stages/packageManager.ts'

export type Vite = typeof vite

const CONFIGS = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map((extension) => `vite.config.${extension}`)

/** The project's vite config file, or undefined. */
export const viteConfig = (root: string) => CONFIGS.find((name) => existsSync(join(root, name)))

/**
 * The path to which Node resolves a package's name from inside of `root`'s node_modules. From the project's own folder,
 * Node would resolve the name to the project itself if the project has the same name as the package.
 */
function resolveFrom(root: string, name: string): string | undefined {
  try {
    return createRequire(join(root, 'node_modules/walletkit.js')).resolve(name)
  } catch {
    return undefined
  }
}

async function load<T>(root: string, name: string, missing: (install: string) => string): Promise<T> {
  const path = resolveFrom(root, name)
  if (path === undefined) throw new Failure(missing(await installOf(root, name)))
  return (await import(pathToFileURL(path).href)) as T
}

/** The command that installs packages for development. */
export const installOf = async (root: string, ...names: string[]) =>
  addCommand((await findManager(root)).manager, names, true)

export const loadVite = (root: string) => load<Vite>(root, 'vite', messages.missingVite)

/** The folder of the project's walletkit-sandbox, or undefined. */
export function sandboxRoot(root: string): string | undefined {
  const manifest = resolveFrom(root, 'walletkit-sandbox/package.json')
  return manifest && dirname(manifest)
}

/** The exports of walletkit-sandbox that the CLI uses. */
export type SandboxModule = {
  startSandbox: (options: { port: number }) => Promise<{ url: string; secureSite: string; stop: () => Promise<void> }>
}

export const loadSandbox = (root: string) => load<SandboxModule>(root, 'walletkit-sandbox', messages.missingSandbox)
