/** Reads package.json files: the project's, and those of installed packages. */
import module from 'node:module'
import { dirname, join } from 'node:path'
import { isObject, type JsonObject } from '../../schema/pieces.ts'
import { readText } from '../changes.ts'

/** A folder's package.json, or undefined when it is missing or unreadable. */
export async function readManifest(folder: string): Promise<JsonObject | undefined> {
  try {
    const text = await readText(join(folder, 'package.json'))
    const value: unknown = text === undefined ? undefined : JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The value if it is a string, else ''. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The dependencies of every kind in a package.json. */
export function dependenciesOf(manifest: JsonObject): Record<string, string> {
  const all = ['peerDependencies', 'optionalDependencies', 'devDependencies', 'dependencies'].flatMap((key) => {
    const list = manifest[key]
    return isObject(list) ? Object.entries(list).map(([name, range]) => [name, textOf(range)] as const) : []
  })
  return Object.fromEntries(all)
}

export type Installed = { folder: string; manifest: JsonObject; version: string }

/** The package that code in `start` would import by this name, or undefined when it is not installed. */
export async function findInstalled(start: string, name: string): Promise<Installed | undefined> {
  const linked = pnpFolder(start, name)
  if (linked !== undefined) return installedIn(linked)
  for (let folder = start; ; folder = dirname(folder)) {
    const found = await installedIn(join(folder, 'node_modules', name))
    if (found || folder === dirname(folder)) return found
  }
}

async function installedIn(folder: string): Promise<Installed | undefined> {
  const manifest = await readManifest(folder)
  return manifest && { folder, manifest, version: textOf(manifest.version) }
}

/** What Yarn's Plug'n'Play adds to `node:module`: where a package is, with no node_modules folder to look into. */
type Pnp = {
  findPnpApi?: (path: string) => { resolveToUnqualified: (name: string, issuer: string) => string | null } | null
}

/** The folder of a package in a project with Plug'n'Play; undefined in any other, or when it is not installed. */
function pnpFolder(start: string, name: string): string | undefined {
  try {
    const inside = join(start, 'walletkit.js')
    return (module as Pnp).findPnpApi?.(inside)?.resolveToUnqualified(name, inside) ?? undefined
  } catch {
    // `resolveToUnqualified` throws for a package that the project does not have.
    return undefined
  }
}
