/** Finds and checks the files that a manifest imports lazily: './x.ts' of `() => import('./x.ts')`. */
import { posix } from 'node:path'
import { type Finding, finding } from './finding.ts'
import { isRecord, type Manifest, SourceFunction } from '../../record.ts'
import type { Source } from './sources.ts'

/**
 * The path of the file that a function imports, relative to the plugin's folder; undefined for a value that is not
 * `() => import('./…')`. `entry` is the manifest's file.
 */
export function thunkPath(thunk: unknown, entry: string): string | undefined {
  const path = thunk instanceof SourceFunction ? thunk.file : undefined
  return path === undefined ? undefined : posix.join(posix.dirname(entry), path)
}

/** Checks that each file that the manifest imports lazily exists and has a default export. */
export function checkFiles(manifest: Manifest, entry: string, sources: readonly Source[]): Finding[] {
  return thunksOf(manifest).flatMap(({ at, thunk }) => {
    const path = thunkPath(thunk, entry)
    if (path === undefined)
      return [finding(at, 'The function imports no file', "() => import('./…')", 'Import the file, and nothing else.')]
    const bare = path.replace(/\.\w+$/, '')
    const source = sources.find(({ file }) => file.replace(/\.\w+$/, '') === bare)
    if (!source) return [finding(at, `There is no file ${path}`, 'a file of the plugin', 'Correct the path.')]
    const isDefault = source.program.body.some(
      (node) =>
        node.type === 'ExportDefaultDeclaration' ||
        (node.type === 'ExportNamedDeclaration' &&
          node.specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === 'default')),
    )
    if (isDefault) return []
    return [finding(at, `${path} has no default export`, 'the part as default export', 'Write export default.')]
  })
}

/** Every function of a manifest that loads a file, with its path in the manifest. */
export function thunksOf(manifest: Manifest): { at: (string | number)[]; thunk: unknown }[] {
  const top = ['controller', 'api', 'messages'].map((key) => ({ at: [key], thunk: manifest[key] }))
  const views = Object.entries(isRecord(manifest.views) ? manifest.views : {}).map(([name, view]) => ({
    at: ['views', name, 'load'],
    thunk: isRecord(view) ? view.load : undefined,
  }))
  const slots = Object.entries(isRecord(manifest.slots) ? manifest.slots : {}).flatMap(([slot, list]) =>
    (Array.isArray(list) ? (list as unknown[]) : []).map((item, index) => ({
      at: ['slots', slot, index, 'load'],
      thunk: isRecord(item) ? item.load : undefined,
    })),
  )
  return [...top, ...views, ...slots].filter(({ thunk }) => thunk instanceof SourceFunction)
}
