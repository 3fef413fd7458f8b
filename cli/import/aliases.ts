/** Finds the files that an import may mean: relative paths, aliases of tsconfig and vite, packages of the workspace. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { isObject, type Json, type JsonObject } from '../../schema/pieces.ts'

export type Workspace = {
  root: string
  /** The folders of the workspace's packages, by package name. */
  packages: ReadonlyMap<string, string>
}

/** Paths of files or folders, with or without ending, that the import of `name` in `file` may mean. */
export type Aliases = (file: string, name: string) => Promise<string[]>

type Rules = { base: string | undefined; paths: [pattern: string, targets: string[]][] }

const CONFIGS = ['tsconfig.json', 'tsconfig.app.json', 'jsconfig.json']
const VITE = ['vite.config.ts', 'vite.config.js', 'vite.config.mjs', 'vite.config.mts']

/** `limit` is the outermost folder whose files are read. */
export function createAliases(limit: string, workspace: Workspace | undefined): Aliases {
  const known = new Map<string, Promise<Rules[]>>()
  const rulesOf = (folder: string) => {
    const cached = known.get(folder) ?? readRules(folder, limit)
    known.set(folder, cached)
    return cached
  }
  return async (file, name) => {
    if (name.startsWith('.')) return [join(dirname(file), name)]
    const found: string[] = []
    const folders = above(dirname(file), limit)
    for (const folder of folders) {
      for (const { base, paths } of await rulesOf(folder)) {
        found.push(...paths.flatMap(([pattern, targets]) => matches(pattern, name, targets)))
        if (base !== undefined) found.push(join(base, name))
      }
    }
    const rest = /^(?:[@~#]|~~|@@|\$lib)\/(.+)$/.exec(name)?.[1]
    const inner = rest ?? (name.startsWith('/') ? name.slice(1) : undefined)
    if (inner !== undefined) {
      for (const folder of folders) {
        const middle = name.startsWith('$lib') ? ['src/lib', 'lib'] : ['', 'src', 'app']
        found.push(...middle.map((each) => join(folder, each, inner)))
      }
    }
    return [...found, ...(await packageFiles(name, workspace))]
  }
}

function above(folder: string, limit: string): string[] {
  const found: string[] = []
  for (let at = folder; !relative(limit, at).startsWith('..'); at = dirname(at)) {
    found.push(at)
    if (at === dirname(at)) break
  }
  return found
}

function matches(pattern: string, name: string, targets: readonly string[]): string[] {
  const [head = '', tail] = pattern.split('*')
  if (tail === undefined) return pattern === name ? [...targets] : []
  if (!name.startsWith(head) || !name.endsWith(tail) || name.length < head.length + tail.length) return []
  const rest = name.slice(head.length, name.length - tail.length)
  return targets.map((target) => target.replace('*', () => rest))
}

async function readRules(folder: string, limit: string): Promise<Rules[]> {
  const configs = await Promise.all(CONFIGS.map((name) => readConfig(join(folder, name), limit, 0)))
  const vite = await Promise.all(VITE.map((name) => viteRules(join(folder, name))))
  return [...configs, ...vite].filter((each) => each !== undefined)
}

async function readConfig(path: string, limit: string, depth: number): Promise<Rules | undefined> {
  const json = depth > 5 ? undefined : await readLoose(path)
  if (!json) return undefined
  const folder = dirname(path)
  const options = isObject(json.compilerOptions) ? json.compilerOptions : {}
  const parents = [json.extends].flat().filter((each) => typeof each === 'string')
  const inherited = await Promise.all(
    parents
      .filter((each) => each.startsWith('.'))
      .map((each) => resolve(folder, each.endsWith('.json') ? each : `${each}.json`))
      .filter((each) => !relative(limit, each).startsWith('..'))
      .map((each) => readConfig(each, limit, depth + 1)),
  )
  const base = typeof options.baseUrl === 'string' ? resolve(folder, options.baseUrl) : undefined
  const own = Object.entries(isObject(options.paths) ? options.paths : {}).map(
    ([pattern, targets]): Rules['paths'][number] => [
      pattern,
      (Array.isArray(targets) ? targets : []).flatMap((each) =>
        typeof each === 'string' ? [resolve(base ?? folder, each)] : [],
      ),
    ],
  )
  return {
    base: base ?? inherited.find((each) => each?.base !== undefined)?.base,
    paths: [...own, ...inherited.flatMap((each) => each?.paths ?? [])],
  }
}

/**
 * Reads JSON with comments and trailing commas, as in tsconfig.json; undefined without such a file or an object in it.
 */
export async function readLoose(path: string): Promise<JsonObject | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const bare = text
    .replace(/^\ufeff/, '')
    .replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : ''))
    .replace(/"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? '' : part))
  try {
    const value: unknown = JSON.parse(bare)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads aliases from the text of vite's config, in forms such as `'@': path.resolve(__dirname, 'src')` and
 * `'@': fileURLToPath(new URL('./src', import.meta.url))`.
 */
async function viteRules(path: string): Promise<Rules | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const rules =
    /(['"]?)([@~#$]?[\w$@/-]*)\1\s*:\s*(?:path\.)?(?:(?:resolve|join)\([^,'"()]+,|fileURLToPath\(\s*new URL\()\s*(['"])([^'"]+)\3/g
  const paths = [...text.matchAll(rules)].flatMap(({ 2: alias = '', 4: target = '' }): Rules['paths'] => {
    const folder = resolve(dirname(path), target.replace(/^\/+/, ''))
    return alias
      ? [
          [alias, [folder]],
          [`${alias.replace(/\/$/, '')}/*`, [`${folder}/*`]],
        ]
      : []
  })
  return paths.length ? { base: undefined, paths } : undefined
}

/** The workspace that the folder is a package of, or the root of; undefined without one. */
export async function workspaceOf(folder: string): Promise<Workspace | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const patterns = await patternsOf(root)
    if (patterns.length) {
      const folders = (await Promise.all(patterns.map((each) => expand(root, each)))).flat()
      if (root === folder || folders.includes(folder)) return { root, packages: await named(folders) }
    }
    if (root === dirname(root)) return undefined
  }
}

async function patternsOf(root: string): Promise<string[]> {
  const manifest = await readLoose(join(root, 'package.json'))
  const listed = manifest?.workspaces
  const list = Array.isArray(listed) ? listed : isObject(listed) ? listed.packages : []
  const pnpm = await readFile(join(root, 'pnpm-workspace.yaml'), 'utf8').catch(() => '')
  const block = /^packages:\s*\n((?:[ \t]*-.*\n?|\s*#.*\n|\s*\n)*)/m.exec(pnpm)?.[1] ?? ''
  const lines = [...block.matchAll(/^\s*-\s*['"]?([^'"#\n]+?)['"]?\s*$/gm)].flatMap(({ 1: line }) => line ?? [])
  return [...(Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []), ...lines].filter(
    (each) => !each.startsWith('!'),
  )
}

async function expand(root: string, pattern: string): Promise<string[]> {
  const clean = pattern.replace(/\/+$/, '')
  const star = clean.indexOf('*')
  if (star === -1) return existsSync(join(root, clean, 'package.json')) ? [join(root, clean)] : []
  const parent = join(root, clean.slice(0, star).replace(/\/[^/]*$/, ''))
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
  const folders = entries
    .filter((each) => each.isDirectory() && each.name !== 'node_modules')
    .map(({ name }) => join(parent, name))
  const deeper = clean.includes('**') || clean.slice(star).includes('/')
  const inner = deeper ? await Promise.all(folders.map((each) => expand(each, '*'))) : []
  return [...folders.filter((each) => existsSync(join(each, 'package.json'))), ...inner.flat()]
}

async function named(folders: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const folder of folders) {
    const name = (await readLoose(join(folder, 'package.json')))?.name
    if (typeof name === 'string') found.set(name, folder)
  }
  return found
}

/** Files that an import of a workspace package may mean. Source files count too: the built ones may not exist yet. */
async function packageFiles(name: string, workspace: Workspace | undefined): Promise<string[]> {
  const [, own, rest = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(name) ?? []
  const folder = own === undefined ? undefined : workspace?.packages.get(own)
  if (folder === undefined) return []
  const { exports, source, main, module: entry, types } = (await readLoose(join(folder, 'package.json'))) ?? {}
  const exported = exportedFiles(exports, rest ? `./${rest}` : '.')
  const named = rest ? [] : [source, main, entry, types].filter((each) => typeof each === 'string')
  const usual = rest ? [`src/${rest}`, rest] : ['src/index', 'index']
  return [...exported, ...named, ...usual].map((each) => join(folder, each))
}

/**
 * The files of a package's `exports` for a path, under all conditions, in their order. For a file in a build's folder,
 * its source comes first, because the built file may not exist yet. Declarations (`.d.ts`) are left out, because they
 * have no values.
 */
function exportedFiles(exports: Json | undefined, path: string): string[] {
  const hasPaths = isObject(exports) && Object.keys(exports).some((key) => key.startsWith('.'))
  const entries = hasPaths ? Object.entries(exports) : [['.', exports] as const]
  return entries
    .flatMap(([pattern, target]) => matches(pattern, path, texts(target)))
    .flatMap((file) => [
      ...(/^\.\/(?:dist|build|lib|out)\//.test(file)
        ? [file.replace(/^\.\/[^/]+/, 'src').replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')]
        : []),
      ...(/\.d\.[cm]?ts$/.test(file) ? [] : [file]),
    ])
}

/** The texts in a target of `exports`, which may be nested conditions or a list. */
const texts = (target: Json | undefined): string[] =>
  typeof target === 'string'
    ? [target]
    : target && typeof target === 'object'
      ? Object.values(target).flatMap(texts)
      : []
