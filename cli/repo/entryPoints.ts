/**
 * The package's public entry points, read from `exports` in package.json. Every other list of them is made from this
 * one, or compared with it by tests/architecture/entryPoints.test.ts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.ts'

/**
 * An entry point: the name that sites import, such as `walletkit/react`, and its source, such as `runtime/react.tsx`.
 */
export type EntryPoint = { name: string; source: string }

/** The entry points as package.json writes them: one `*` stands for the name of a folder. */
export function entryPatterns(): EntryPoint[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, string>
  }
  return Object.entries(exports).flatMap(([path, file]) =>
    file.startsWith('./dist/')
      ? [{ name: `walletkit${path.slice(1)}`, source: sourceOf(file.slice('./dist/'.length)) }]
      : [],
  )
}

/** Every entry point. Patterns with `*` are replaced by one entry point for each folder that matches. */
export const entryPoints = (): EntryPoint[] =>
  entryPatterns().flatMap(({ name, source }) => {
    const fill = (folder: string) => ({ name: name.replace('*', folder), source: source.replace('*', folder) })
    return name.includes('*') ? foldersOf(source).map(fill) : [{ name, source }]
  })

/** Aliases for vite that resolve the entry points to the source in `root`, which is this repository or a copy of it. */
export const entryAliases = (root = ROOT): { find: RegExp; replacement: string }[] =>
  // Exact names come before patterns, as in Node: a pattern such as `walletkit/plugins/*` could match an exact name
  // too.
  entryPatterns()
    .sort((a, b) => Number(a.name.includes('*')) - Number(b.name.includes('*')))
    .map(({ name, source }) => ({
      find: new RegExp(`^${name.replace('*', '(.*)')}$`),
      replacement: join(root, source.replace('*', '$1')),
    }))

function sourceOf(compiled: string): string {
  const [folder] = foldersOf(compiled)
  const found = ['.ts', '.tsx']
    .map((extension) => compiled.replace(/\.js$/, extension))
    .find((path) => existsSync(join(ROOT, path.replace('*', folder ?? ''))))
  if (found === undefined) throw new Error(`package.json exports ${compiled}, which has no source`)
  return found
}

/** The names of the folders that a pattern's `*` can stand for. */
function foldersOf(pattern: string): string[] {
  const at = pattern.indexOf('*')
  if (at < 0) return []
  const entries = readdirSync(join(ROOT, pattern.slice(0, at)), { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}
