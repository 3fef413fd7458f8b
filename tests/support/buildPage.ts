/** Builds one of the tests' pages from source, in production mode, with the same output files as a site's own build. */
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { groups } from '../../cli/graph.ts'
import { sourceRoot } from '../../cli/package.ts'
import { iconsOf } from '../../cli/stages/icons.ts'
import { findNetwork } from '../../schema/networks.ts'
import { entryAliases } from '../../cli/repo/entryPoints.ts'
import { standIns } from '../../cli/repo/vendor/standIns.ts'

/** The networks that have a picture in the tests; others show a letter. */
const PICTURED = ['eip155:31337', 'eip155:1', 'eip155:137', 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh']

/**
 * Builds the page in `root`, which contains its index.html. Resolves with the output folder, which the caller removes.
 */
export async function buildPage(name: string, root: URL, pictured: readonly string[] = PICTURED): Promise<string> {
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
      // `standIns` make the relay client smaller, as in the published package.
      plugins: [icons(pictured), ...standIns.map((each) => ({ ...each, enforce: 'pre' as const }))],
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

/** Provides the module `virtual:icons` with the icons that `walletkit build` would choose for these networks. */
const icons = (pictured: readonly string[]): Plugin => ({
  name: 'icons',
  resolveId: (id) => (id === 'virtual:icons' ? `\0${id}` : undefined),
  async load(id) {
    if (id !== '\0virtual:icons') return undefined
    const networks = pictured.flatMap((network) => findNetwork(network) ?? [])
    return `export default ${JSON.stringify(await iconsOf({ config: { networks, wallets: { custom: [WALLET] } } }))}`
  },
})

/** A wallet that lists no image. */
const WALLET = { id: 'rainbow', name: 'Rainbow', mobile_link: 'rainbow://' }
