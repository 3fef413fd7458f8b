/**
 * Measures what a plugin adds to a page, with a real build of a page that has walletkit, the plugin, and the
 * plugins that it requires.
 */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Piece } from '../../../schema/pieces.ts'
import { quiet } from '../../commands/build.ts'
import { Failure, reasonOf } from '../../failure.ts'
import { CONFIG_FILE } from '../../messages.ts'
import { loadPieces } from '../../package.ts'
import { loadVite } from '../../project.ts'
import { rootsOf } from '../../roots.ts'
import { trimmed } from '../../trim.ts'
import { collector } from '../collect.ts'
import { loadConfig } from '../load.ts'
import { findInstalled } from '../manifest.ts'
import { findTools } from './tools.ts'
import { findRequired, neededIds, type Required } from './required.ts'
import { weigh } from '../weigh.ts'
import { blockTools, linkTools, refuseStyles } from './withoutTools.ts'

/** Gzip bytes of the plugin's manifest (`eager`), and of what loads on first use (`lazy`). */
export type Weight = { eager: number; lazy: number }
export type Measured = { weight: Weight } | { missing: string } | { failure: string } | { required: readonly string[] }

type Facts = Pick<Piece, 'id' | 'feature' | 'permissions' | 'requires'>

/**
 * Builds a page with the plugin and the plugins that it requires, and returns the plugin's own weight. `project` is the
 * folder in which the command runs. `missing`: a package that is not installed; vite has to be outside of `folder`, and
 * walletkit and React have to be found from it. `required`: the ids of required plugins that are installed neither in
 * `folder` nor in `project`. `failure`: why the page could not be built.
 */
export async function measure(folder: string, piece: Facts, project: string): Promise<Measured> {
  const ours = await loadPieces()
  const { found, missing } = await findRequired(folder, piece.requires, ours, project)
  if (missing.length) return { required: missing }
  const tools = await findTools(folder, project)
  if (tools === undefined) return { missing: 'vite' }
  for (const name of ['walletkit', 'react', 'react-dom']) {
    if (!(await findInstalled(folder, name))) return { missing: name }
  }
  const vite = await loadVite(tools)
  const root = await realpath(await mkdtemp(join(folder, '.walletkit-')))
  try {
    await writeFile(join(root, CONFIG_FILE), JSON.stringify(pageConfig(piece, ours, found)))
    await blockTools(root)
    await linkTools(root, tools)
    const { plugin, output } = collector()
    await vite.build({
      root,
      configFile: false,
      logLevel: 'error',
      customLogger: quiet(vite),
      // Without this, vite would search the plugin's folder for a PostCSS config, and run it.
      css: { postcss: {} },
      envDir: root,
      plugins: [refuseStyles(folder), trimmed({ script: true }, { load }), plugin],
      worker: { plugins: () => [refuseStyles(folder)] },
    })
    const selection = output.api?.selection()
    const features = selection ? weigh(output.files, rootsOf(selection), 0).features : {}
    return { weight: features[piece.id] ?? { eager: 0, lazy: 0 } }
  } catch (error) {
    return { failure: error instanceof Failure ? error.message.trim() : reasonOf(error) }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Loads the page's config without requiring options: a measurement has no values for them, and they weigh nothing. */
const load = (root: string, name?: string) =>
  loadConfig(root, name, (piece) => {
    const { required: _required, ...schema } = piece.schema ?? {}
    return { ...piece, schema: piece.schema && schema }
  })

/** The config of the page. Of walletkit's own plugins, it turns on only those that the measured plugin requires. */
function pageConfig({ feature, permissions, requires }: Facts, ours: readonly Piece[], required: readonly Required[]) {
  const wanted = neededIds(requires)
  const others = ours.map((each) => [each.feature, each.available && wanted.includes(each.id)] as const)
  const also = required.map((each) => [each.feature, true] as const)
  return {
    projectId: 'measure',
    networks: ['eip155:1'],
    plugins: [...required.map(({ name, grants }) => ({ name, grants })), { name: '../', grants: permissions }],
    features: { ...Object.fromEntries([...others, ...also]), [feature]: true },
  }
}
