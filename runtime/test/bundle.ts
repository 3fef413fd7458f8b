/** Bundles the test wallet into one script for a page. Node only; Vite bundles it once per process. */
import { fileURLToPath } from 'node:url'
import { lazy } from '../lib/lazy.ts'
import type { InstallOptions } from './install.ts'

const GLOBAL = '__walletkitTestWallet'

/**
 * Bundles the wallet, and resolves with the script. The script defines the wallet's installer, and does not install
 * anything yet.
 */
export const bundleTestWallet = lazy(async (): Promise<string> => {
  const { build } = await import('vite')
  const entry = fileURLToPath(new URL(`./install${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, target: 'es2022', lib: { entry, formats: ['iife'], name: GLOBAL } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('The test wallet could not be bundled')
  return chunk.code
})

/** A script that installs a wallet with these options. `bundle` is the result of {@link bundleTestWallet}. */
export function installScript(bundle: string, options: InstallOptions): string {
  // Escape `<`, so that the JSON cannot close a script element that contains it.
  const json = JSON.stringify(options).replaceAll('<', '\\u003c')
  return `;(() => {\n${bundle}\n${GLOBAL}.installTestWallet(${json})\n})()`
}
