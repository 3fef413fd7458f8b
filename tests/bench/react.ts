/** Builds for comparison: React alone, built as the project is, and the smallest page (floor). */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as ViteModule from 'vite'
import { gzip } from './gzip.ts'

const ENTRY = '\0bench:react'
const DOORS = ['react', 'react-dom/client', 'react/jsx-runtime']
const TEXT = `${DOORS.map((door, at) => `import * as d${at} from '${door}'`).join('\n')}\nglobalThis.react = [${DOORS.map((_, at) => `d${at}`).join(', ')}]\n`

async function viteOf(site: string): Promise<typeof ViteModule> {
  const file = createRequire(join(site, 'package.json')).resolve('vite')
  return (await import(pathToFileURL(file).href)) as typeof ViteModule
}

/** Gzip bytes of React in one file, built as in the project at `site`. */
export async function weighReact(site: string): Promise<number> {
  const vite = await viteOf(site)
  const result = await vite.build({
    root: site,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'bench:react',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? TEXT : undefined),
      },
    ],
    build: { write: false, modulePreload: false, copyPublicDir: false, rolldownOptions: { input: ENTRY } },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  return outputs
    .flatMap(({ output }) => output)
    .reduce((sum, item) => (item.type === 'chunk' ? sum + gzip(item.code) : sum), 0)
}

/** Builds the floor page with this repository's React and vite, which the templates use too. @returns its folder */
export async function buildFloor(outDir: string): Promise<string> {
  const { build } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  await build({
    root: fileURLToPath(new URL('./floor', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, modulePreload: false },
  })
  return outDir
}
