/** Collects the licences of the npm packages in a bundle. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Bundled = {
  code: string
  /** The name, version and licence text of every package whose code is in `code`. */
  licences: string
}

/**
 * The name, version and licence text of each npm package that has a file in a bundle. `paths` are the bundle's source
 * files, relative to `root`.
 */
export function licencesOf(root: string, paths: readonly string[]): string {
  const folders = new Set(paths.flatMap((path) => packageFolder(path) ?? []))
  return [...folders]
    .sort()
    .map((folder) => licenceOf(join(root, folder)))
    .join('\n\n')
}

/** The folder of the npm package that a file belongs to, or undefined for files of this repository. */
const packageFolder = (path: string) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
  return `${name} ${version} (${license})\n${text}`.trim()
}
