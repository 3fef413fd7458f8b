/** Refuses a plugin that requires plugins which the project does not have, and says how to add those. */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { isObject, type Piece } from '../../schema/pieces.ts'
import { Failure } from '../failure.ts'
import { loadGuest } from '../guests.ts'
import { permissionsOf } from '../package.ts'
import { readManifest } from '../stages/manifest.ts'
import { neededIds } from '../stages/plugin/required.ts'
import { messages } from './plugin/messages.ts'

/** Throws a Failure that names each missing plugin and, as far as its package or folder is found, how to add it. */
export async function refuseWithoutRequired(piece: Piece, name: string, pieces: readonly Piece[], root: string) {
  const ids = [...new Set(neededIds(piece.requires))]
  const missing = ids.filter((id) => !pieces.some((each) => each.id === id))
  if (!missing.length) return
  const commands = await Promise.all(
    missing.map(async (id) => ({ id, spec: (await packageOf(piece, id)) ?? (await folderOf(piece, id, name, root)) })),
  )
  throw new Failure(messages.needsPlugins(name, commands))
}

/** The dependency of `piece`'s package whose name fits the plugin `id`, such as `walletkit-plugin-<id>`. */
async function packageOf({ folder }: Piece, id: string): Promise<string | undefined> {
  const own = await readManifest(folder)
  const { peerDependencies, dependencies } = own ?? {}
  const names = [peerDependencies, dependencies].flatMap((each) => Object.keys(isObject(each) ? each : {}))
  return names.find((each) => basename(each).replace(/^walletkit-plugin-/, '') === id)
}

/** The folder of the plugin `id`, if `name` is a folder of the project and the plugin's folder is beside it. */
async function folderOf({ folder }: Piece, id: string, name: string, root: string): Promise<string | undefined> {
  if (!name.startsWith('.')) return undefined
  const parent = dirname(folder)
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const path = `./${relative(root, join(parent, entry.name)).replaceAll('\\', '/')}`
    if (!entry.isDirectory() || path.startsWith('./..')) continue
    const other = await loadGuest(root, path, permissionsOf(undefined), 0).catch(() => undefined)
    if (other?.id === id) return path
  }
  return undefined
}
