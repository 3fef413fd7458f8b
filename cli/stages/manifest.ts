/** Reads package.json files: the project's, and those of installed packages. */
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
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    const manifest = await readManifest(candidate)
    if (manifest) return { folder: candidate, manifest, version: textOf(manifest.version) }
    if (folder === dirname(folder)) return undefined
  }
}
