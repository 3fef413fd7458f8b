/** Builds the catalogue's page, in production mode and from source, into a folder of this run. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { alias } from '../../vitest.config.ts'

export async function buildPage(): Promise<string> {
  const outDir = fileURLToPath(new URL(`../../.cache/catalogue/${process.pid}`, import.meta.url))
  process.env['NODE_ENV'] = 'production'
  await build({
    configFile: false,
    root: fileURLToPath(new URL('./page', import.meta.url)),
    logLevel: 'error',
    mode: 'production',
    resolve: { alias },
    build: { outDir, emptyOutDir: true, modulePreload: false },
  })
  return outDir
}
