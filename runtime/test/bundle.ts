/** The test wallet as one piece of text that a page can run. Node only; Vite does the bundling, once per process. */
import { fileURLToPath } from 'node:url'
import { lazy } from '../lib/lazy.ts'
import type { InstallOptions } from './install.ts'

const GLOBAL = '__walletkitTestWallet'

/** Defines the wallet's installer, and runs nothing yet. */
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

/** A script that installs a wallet with these options; `bundle` is that of {@link bundleTestWallet}. */
export function installScript(bundle: string, options: InstallOptions): string {
  // JSON is JavaScript but for `<`, which must not end a script element where the text is inlined.
  const json = JSON.stringify(options).replaceAll('<', '\\u003c')
  return `;(() => {\n${bundle}\n${GLOBAL}.installTestWallet(${json})\n})()`
}
