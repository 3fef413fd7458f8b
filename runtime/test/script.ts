/** The test wallet as a script for `page.addInitScript`. Node only; Vite does the bundling, once per process. */
import { fileURLToPath } from 'node:url'
import { lazy } from '../lib/lazy.ts'
import type { InstallOptions } from './install.ts'

const GLOBAL = '__walletkitTestWallet'

const bundle = lazy(async () => {
  const { build } = await import('vite')
  const entry = fileURLToPath(new URL(`./install${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, target: 'es2022', lib: { entry, formats: ['iife'], name: GLOBAL } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('The test wallet could not be bundled')
  return chunk.code
})

/**
 * A script that installs a test wallet before the page's own code runs:
 * `await page.addInitScript(await testWalletScript({ chains, expose: true }))`. Needs `vite`.
 */
export async function testWalletScript(options: InstallOptions): Promise<string> {
  // JSON is JavaScript but for `<`, which must not end a script element where the text is inlined.
  const json = JSON.stringify(options).replaceAll('<', '\\u003c')
  return `;(() => {\n${await bundle()}\n${GLOBAL}.installTestWallet(${json})\n})()`
}
