/** Reads a project's own source files as text. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

export type Source = {
  /** Relative to the project's folder, with `/`. */
  file: string
  text: string
}

const CODE = /\.[cm]?[jt]sx?$/
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'public', 'vendor'])
/** The most bytes of a source file: a larger one is skipped, because hardly anyone writes one by hand. */
const LARGEST = 1_000_000
const MOST = 5000

/**
 * The JavaScript and TypeScript files of a folder, or those that match `code`, or the single file, sorted by path. In a
 * folder, skips declarations, hidden files and folders such as node_modules and dist; ends after about {@link MOST}
 * files.
 */
export async function readSources(root: string, start: string, code = CODE): Promise<Source[]> {
  const paths = (await stat(start)).isDirectory() ? await list(start, code) : [start]
  const sources: Source[] = []
  for (const path of paths.sort()) {
    if ((await stat(path)).size > LARGEST) continue
    sources.push({ file: relative(root, path).replaceAll('\\', '/'), text: await readFile(path, 'utf8') })
  }
  return sources
}

async function list(start: string, code: RegExp): Promise<string[]> {
  const found: string[] = []
  const open = [start]
  for (let folder = open.pop(); folder && found.length < MOST; folder = open.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) open.push(path)
      else if (entry.isFile() && code.test(entry.name) && !/\.d\.[cm]?ts$/.test(entry.name)) found.push(path)
    }
  }
  return found
}
