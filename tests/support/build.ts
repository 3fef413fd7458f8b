/** Builds the flow page once for all flow tests: production mode, from source. */
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { build } from 'vite'
import { alias } from '../../vitest.config.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the built flow page. */
    site: string
  }
}

export default async function setup({ provide }: TestProject) {
  // Its own folder per run: two runs at once must not empty each other's.
  const outDir = fileURLToPath(new URL(`../../.cache/flows/${process.pid}`, import.meta.url))
  // Vitest runs as `test`; the page must be what a visitor gets.
  const mode = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  await build({
    configFile: false,
    root: fileURLToPath(new URL('./page', import.meta.url)),
    logLevel: 'error',
    mode: 'production',
    resolve: { alias },
    build: { outDir, emptyOutDir: true, modulePreload: false },
  })
  process.env['NODE_ENV'] = mode
  provide('site', outDir)
  return () => rm(outDir, { recursive: true, force: true })
}
