/** Builds one of the tests' pages from source, in production mode, with the same output files as a site's own build. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { groups } from '../../cli/graph.ts'
import { sourceRoot } from '../../cli/package.ts'
import { entryAliases } from '../../cli/repo/entryPoints.ts'

/** Resolves with the output folder; the caller removes it. `root` contains the page's index.html. */
export async function buildPage(name: string, root: URL): Promise<string> {
  // Each run has its own folder, so that two parallel runs do not empty each other's.
  const outDir = fileURLToPath(new URL(`../../.cache/${name}/${process.pid}`, import.meta.url))
  // Vitest sets NODE_ENV to `test`, but the page must be what a visitor gets.
  const mode = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build({
      configFile: false,
      root: fileURLToPath(root),
      logLevel: 'error',
      mode: 'production',
      resolve: { alias: entryAliases() },
      build: {
        outDir,
        emptyOutDir: true,
        modulePreload: false,
        rolldownOptions: { output: { codeSplitting: { groups: groups({ root: sourceRoot, guests: [] }, false) } } },
      },
    })
  } finally {
    if (mode === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = mode
  }
  return outDir
}
