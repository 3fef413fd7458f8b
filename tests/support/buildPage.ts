/** Builds one of the tests' pages: production mode, from source, cut into files as a site's own build cuts it. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { groups } from '../../cli/graph.ts'
import { sourceRoot } from '../../cli/package.ts'
import { alias } from '../../vitest.config.ts'

/** Resolves with the folder of the result; whoever asked for it removes it. `root` holds the page's index.html. */
export async function buildPage(name: string, root: URL): Promise<string> {
  // A folder of its own per run: two runs at once must not empty each other's.
  const outDir = fileURLToPath(new URL(`../../.cache/${name}/${process.pid}`, import.meta.url))
  // Vitest runs as `test`; the page must be what a visitor gets.
  const mode = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build({
      configFile: false,
      root: fileURLToPath(root),
      logLevel: 'error',
      mode: 'production',
      resolve: { alias },
      build: {
        outDir,
        emptyOutDir: true,
        modulePreload: false,
        rolldownOptions: { output: { codeSplitting: { groups: groups(sourceRoot, false) } } },
      },
    })
  } finally {
    if (mode === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = mode
  }
  return outDir
}
