/** Parses the modules of a project's source, and finds what they import from each other, without running them. */
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { Failure } from '../failure.ts'
import type { Parse } from '../stages/parse.ts'
import { readSources, type Source } from '../stages/sources.ts'
import { createAliases, workspaceOf } from './aliases.ts'
import { importMessages } from './messages.ts'
import { type Module, toModule } from './module.ts'
import { CODE, scriptOf } from './scripts.ts'

export { lineOf, type Module, type Part } from './module.ts'

export type SourceProject = {
  modules: Module[]
  /** The project's own module that an import names, or undefined for a package. */
  find: (from: Module, source: string) => Module | undefined
  /** Files that could not be parsed. */
  unparsed: string[]
  /** Folders in which to look for environment files, the nearest first; relative to the project's folder. */
  folders: string[]
}

const ENDINGS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.mts', '.cjs', '.vue', '.svelte']
const ENDS = ['', ...ENDINGS, ...ENDINGS.map((ending) => `/index${ending}`)]

/**
 * Reads and parses a project's source. `start` is a file or a folder; project files that it imports are read too.
 * Throws a Failure when `start` does not exist.
 */
export async function readProject(root: string, start: string, parse: Parse): Promise<SourceProject> {
  const path = resolve(root, start)
  if (!existsSync(path)) throw new Failure(importMessages.noSource(start))
  const workspace = await workspaceOf(root)
  const limit = workspace?.root ?? root
  const aliases = createAliases(limit, workspace)
  const modules = new Map<string, Module>()
  /** The imported file, by importing module and import path. */
  const places = new Map<string, string>()
  const unparsed: string[] = []
  const open = await readSources(root, path, CODE)
  for (const extra of await extras(root, path)) open.push(extra)
  for (let source = open.pop(); source; source = open.pop()) {
    if (modules.has(source.file) || unparsed.includes(source.file)) continue
    const module = read(source, parse)
    if (!module) {
      unparsed.push(source.file)
      continue
    }
    modules.set(source.file, module)
    for (const name of importsOf(module)) {
      const file = await locate(root, limit, await aliases(join(root, module.file), name))
      if (file === undefined) continue
      places.set(placeOf(module, name), file)
      if (!modules.has(file)) open.push(...(await readSources(root, join(root, file), CODE)))
    }
  }
  return {
    modules: [...modules.values()].sort((a, b) => (a.file < b.file ? -1 : 1)),
    find: (from, source) => modules.get(places.get(placeOf(from, source)) ?? ''),
    unparsed: unparsed.sort(),
    folders: foldersOf(root, path, limit),
  }
}

const placeOf = ({ file }: Module, source: string) => `${file}\n${source}`

/** Nuxt's config, which contains values that pages read. It may be outside of the folder that the user named. */
async function extras(root: string, path: string): Promise<Source[]> {
  const found: Source[] = []
  for (const name of ['nuxt.config.ts', 'nuxt.config.js', 'nuxt.config.mjs']) {
    const file = join(root, name)
    if (file !== path && existsSync(file)) found.push({ file: name, text: await readFile(file, 'utf8') })
  }
  return found
}

/** The folders with a package.json from `path` up to `limit`, and `root` and `limit` in any case. */
function foldersOf(root: string, path: string, limit: string): string[] {
  const found: string[] = []
  for (let folder = path; folder.startsWith(limit); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) || folder === root || folder === limit)
      found.push(relative(root, folder) || '.')
    if (folder === dirname(folder)) break
  }
  return found
}

/** Every module that this one imports or re-exports from, each once. */
function importsOf({ imports, exports, stars }: Module): Set<string> {
  const named = [...imports.values(), ...exports.values()].flatMap((each) => ('source' in each ? each.source : []))
  return new Set([...named, ...stars])
}

/** The first of the paths that is a file of the project. */
async function locate(root: string, limit: string, bases: readonly string[]): Promise<string | undefined> {
  for (const base of bases) {
    for (const end of ENDS) {
      // An import may name the .js file that a .ts file compiles to.
      for (const path of [base + end, (base + end).replace(/\.js(x?)$/, '.ts$1')]) {
        if (relative(limit, path).startsWith('..') || path.includes('node_modules')) continue
        if (!CODE.test(path) && !path.endsWith('.json')) continue
        if ((await stat(path).catch(() => undefined))?.isFile()) return relative(root, path).replaceAll('\\', '/')
      }
    }
  }
  return undefined
}

function read({ file, text }: Source, parse: Parse): Module | undefined {
  const { code, typed } = scriptOf(file, text)
  // The ending tells the parser the syntax: a component's script is TypeScript without JSX, or JavaScript with JSX.
  const { program, error } = parse(
    CODE.test(file) && /\.(?:vue|svelte|astro|html)$/.test(file) ? `${file}.${typed ? 'ts' : 'tsx'}` : file,
    code,
  )
  return error === undefined ? toModule(file, code, program, text) : undefined
}
