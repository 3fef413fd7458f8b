/**
 * The third-party plugins that a plugin requires. They are looked for among the packages that its own package.json
 * names, and among the plugins in the config of the folder in which the command runs, if that has one.
 */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isObject, type Permissions, type Piece } from '../../../schema/pieces.ts'
import { parseRequirement } from '../../../schema/requirement.ts'
import { loadGuest, loadGuests } from '../../guests.ts'
import { CONFIG_FILE } from '../../messages.ts'
import { permissionsOf, readJson } from '../../package.ts'
import { dependenciesOf, findInstalled, readManifest } from '../manifest.ts'

export type Required = { name: string; feature: string; grants: Permissions }

/**
 * Finds the third-party plugins with the ids in `requires`, and those that they require in turn. `missing` lists the
 * ids that neither the plugin's folder nor the project has. walletkit's own plugins (`ours`) are ignored.
 *
 * The `name` of each plugin found is a package, or a path. The path is relative to the folder of the page that is built
 * to measure the plugin; that folder is directly inside `folder`.
 */
export async function findRequired(
  folder: string,
  requires: readonly string[],
  ours: readonly Pick<Piece, 'id'>[],
  project: string,
): Promise<{ found: Required[]; missing: string[] }> {
  const wanted = neededIds(requires).filter((id) => !ours.some((own) => own.id === id))
  if (!wanted.length) return { found: [], missing: [] }
  const all = [...(await packagesOf(folder)), ...(await pluginsOf(project, folder))]
  const found = new Map<string, Piece & { name: string }>()
  const missing: string[] = []
  for (const id of wanted) {
    const piece = all.find((each) => each.id === id)
    if (!piece) missing.push(id)
    else if (!found.has(id)) {
      found.set(id, piece)
      wanted.push(
        ...neededIds(piece.requires).filter((each) => !found.has(each) && !ours.some((own) => own.id === each)),
      )
    }
  }
  const list = [...found.values()].map(({ name, feature, permissions }) => ({ name, feature, grants: permissions }))
  return { found: list, missing: [...new Set(missing)] }
}

/** The ids in a manifest's `requires`, without those that the plugin can do without (`other-plugin?@^1`). */
export const neededIds = (requires: readonly string[]): string[] =>
  requires
    .map(parseRequirement)
    .filter(({ isOptional }) => !isOptional)
    .map(({ id }) => id)

async function packagesOf(folder: string): Promise<(Piece & { name: string })[]> {
  const names = Object.keys(dependenciesOf((await readManifest(folder)) ?? {}))
  const read = names.map(async (name) => {
    const installed = await findInstalled(folder, name)
    if (!isObject(installed?.manifest.walletkit)) return []
    const piece = await loadGuest(folder, name, permissionsOf(undefined), 0).catch(() => undefined)
    return piece ? [{ ...piece, name }] : []
  })
  return (await Promise.all(read)).flat()
}

async function pluginsOf(project: string, folder: string): Promise<(Piece & { name: string })[]> {
  const file = join(project, CONFIG_FILE)
  if (!existsSync(file)) return []
  const config = await readJson(file).catch(() => undefined)
  const { pieces } = await loadGuests(project, config?.plugins)
  return pieces.map((piece) => {
    const path = relative(join(folder, 'page'), piece.folder).replaceAll('\\', '/')
    return { ...piece, name: piece.guest?.name.startsWith('.') ? path : (piece.guest?.name ?? path) }
  })
}
