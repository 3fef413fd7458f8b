/** Writes a project to disk from a template. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import features from '../../schema/generated/features.json' with { type: 'json' }
import { isObject, type JsonObject } from '../../schema/pieces.ts'
import { type Change, readText, writeChanges } from '../changes.ts'
import { Failure } from '../failure.ts'
import { dependenciesOf } from '../stages/manifest.ts'
import { upwards } from '../stages/packageManager.ts'
import { managerFiles, managerIgnores } from './managerFiles.ts'
import { type Manager, quoted, withCommands } from './packageManager.ts'

export const TEMPLATES = [
  'react',
  'vue',
  'svelte',
  'next',
  'next-pages',
  'sveltekit',
  'nuxt',
  'astro',
  'react-router',
  'html',
] as const
export type Template = (typeof TEMPLATES)[number]

export type Plan = {
  folder: string
  template: Template
  name: string
  templates: string
  version: string
  /** A folder that holds the packages as tarballs, used instead of the registry. */
  source: string | undefined
  manager: Manager
  /** Whether to include email and social login. */
  login?: boolean
}

/** npm leaves these files out of a published package or acts on them, so the templates store them under other names. */
const RENAMED: Record<string, string> = { _npmrc: '.npmrc', _gitignore: '.gitignore', _env: '.env' }
const SKIPPED = new Set([
  'node_modules',
  'dist',
  'build',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  '.astro',
  '.react-router',
  'package-lock.json',
])
const OURS = ['walletkit', 'walletkit-sandbox']
/** Files that may show the page's title. */
const TITLED = /\.(?:tsx|vue|svelte|astro|html)$|(?:^|\/)nuxt\.config\.ts$/

/** The template's files, sorted by their path in the project. */
export async function filesOf({
  template,
  templates,
}: Pick<Plan, 'template' | 'templates'>): Promise<Map<string, string>> {
  const root = join(templates, template)
  const found = new Map<string, string>()
  const visit = async (folder: string) => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (SKIPPED.has(entry.name)) continue
      if (entry.isDirectory()) await visit(path)
      else found.set(join(relative(root, folder), RENAMED[entry.name] ?? entry.name), path)
    }
  }
  await visit(root)
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The files that the project will have. `before` is the current text at that path. */
export async function changesOf(plan: Plan): Promise<Change[]> {
  const specs = await specsOf(plan)
  const files = await filesOf(plan)
  const made = await Promise.all(
    [...files].map(async ([file, from]): Promise<[string, string]> => {
      const text = await readFile(from, 'utf8')
      return [file, edit(file, text, plan, specs) ?? text]
    }),
  )
  return Promise.all(
    [...made, ...settingsOf(plan)].map(async ([file, text]) => {
      const before = await readText(join(plan.folder, file))
      return { file, before, after: before === undefined ? text : beside(file, before, text) }
    }),
  )
}

/** The files of the package manager, by path. */
export function settingsOf({ folder, manager }: Pick<Plan, 'folder' | 'manager'>): Map<string, string> {
  const inWorkspace = upwards(dirname(folder)).some((above) => existsSync(join(above, 'pnpm-workspace.yaml')))
  return managerFiles(manager, inWorkspace)
}

const KEPT = ['README.md', 'pnpm-workspace.yaml']
const MERGED = ['package.json', '.gitignore', '.npmrc', ...KEPT]

/** The user's own files whose text would be replaced; files that are merged do not count. */
export const replaced = (changes: readonly Change[]) =>
  changes.filter(({ file, before, after }) => before !== undefined && before !== after && !MERGED.includes(file))

/**
 * The new text of a file that already exists: merge package.json, add missing lines to .gitignore and .npmrc, keep the
 * user's README and pnpm's settings, replace everything else.
 */
function beside(file: string, before: string, made: string): string {
  if (file === 'package.json') return merged(before, made)
  if (KEPT.includes(file)) return before
  if (file !== '.gitignore' && file !== '.npmrc') return made
  const lines = before.split(/\r?\n/)
  const lacking = made.split('\n').filter((line) => line && !lines.includes(line))
  return lacking.length ? `${before.replace(/\n?$/, '\n')}${lacking.join('\n')}\n` : before
}

/** Adds the template's package.json to the user's. The user's values stay, except versions of walletkit's packages. */
function merged(before: string, made: string): string {
  const own: unknown = parsed(before)
  const template: unknown = JSON.parse(made)
  if (!isObject(own) || !isObject(template)) throw new Failure('package.json is not a JSON object. Correct it first.')
  const has = dependenciesOf(own)
  const lists = ['scripts', 'dependencies', 'devDependencies'] as const
  const result: JsonObject = { ...template, ...own }
  for (const key of lists) {
    const added = Object.entries(isObject(template[key]) ? template[key] : {}).filter(
      ([name]) => key === 'scripts' || has[name] === undefined || OURS.includes(name),
    )
    result[key] = { ...Object.fromEntries(added), ...(isObject(own[key]) ? own[key] : {}) }
  }
  for (const key of ['dependencies', 'devDependencies'] as const) {
    const [list, from] = [result[key], template[key]]
    // Keep walletkit's packages, in the requested version, only in the list in which the template has them.
    for (const name of OURS) {
      if (!isObject(list) || !isObject(from) || from[name] === undefined) continue
      for (const other of [result.dependencies, result.devDependencies, result.optionalDependencies])
        if (isObject(other)) delete other[name]
      list[name] = from[name]
    }
  }
  return `${JSON.stringify(result, null, 2)}\n`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** Writes the project. If that fails, removes a new folder, and restores the files in a folder that already existed. */
export async function scaffold({ folder }: Pick<Plan, 'folder'>, changes: readonly Change[]): Promise<void> {
  const existed = await exists(folder)
  try {
    await mkdir(folder, { recursive: true })
    await writeChanges(folder, changes)
  } catch (error) {
    if (!existed) await rm(folder, { recursive: true, force: true })
    throw error
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * The versions of walletkit's packages for the project's package.json: this release, or the tarballs of a folder.
 * Throws a Failure when the folder or a tarball is missing.
 */
export async function specsOf({
  source,
  version,
  folder,
}: Pick<Plan, 'source' | 'version' | 'folder'>): Promise<Record<string, string>> {
  if (source === undefined) return Object.fromEntries(OURS.map((name) => [name, version]))
  const names = await readdir(resolve(source)).catch(() => {
    throw new Failure(`--source ${source} is not a folder. Make one with: npm run pack -- --out ${quoted(source)}`)
  })
  return Object.fromEntries(
    OURS.map((name) => {
      const file = names
        .filter((each) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(each))
        // By their numbers, so that 0.10.0 comes after 0.9.0.
        .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
        .at(-1)
      if (file === undefined)
        throw new Failure(
          `--source ${source} holds no ${name}-*.tgz. Make one with: npm run pack -- --out ${quoted(source)}`,
        )
      const path = relative(resolve(folder), join(resolve(source), file))
      return [name, `file:${path.replaceAll('\\', '/')}`]
    }),
  )
}

function edit(
  path: string,
  text: string,
  { name, login, manager }: Plan,
  specs: Record<string, string>,
): string | undefined {
  if (path === 'README.md') return withCommands(manager, text)
  if (path === '.gitignore') return text + managerIgnores(manager)
  if (path === 'package.json') {
    const project = JSON.parse(text) as {
      name: string
      scripts: Record<string, string>
      dependencies: Record<string, string>
      devDependencies: Record<string, string>
    }
    for (const list of [project.dependencies, project.devDependencies]) {
      for (const key of Object.keys(list)) list[key] = specs[key] ?? list[key] ?? ''
    }
    for (const [script, command] of Object.entries(project.scripts))
      project.scripts[script] = withCommands(manager, command)
    return `${JSON.stringify({ ...project, name }, null, 2)}\n`
  }
  if (path === 'walletkit.config.json') {
    const config = JSON.parse(text) as Record<string, unknown>
    return `${JSON.stringify({ ...config, metadata: { ...(config.metadata as object), name: titleOf(name) }, features: allFeatures(login) }, null, 2)}\n`
  }
  if (path === 'index.html' || TITLED.test(path)) return text.replaceAll('My page', titleOf(name))
  return undefined
}

/**
 * Every plugin's feature with an explicit value, true if this version has the plugin and it is on by default, else
 * false; and options of the core. Email and social login are on only on request, because they add bytes to what a page
 * fetches when the modal first opens, and need a login service.
 */
export function allFeatures(withLogin = false): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      features.map(({ feature, available, on, login }) => [feature, available && on && (withLogin || !login)]),
    ),
    emailShowWallets: true,
    analytics: true,
    allWallets: 'SHOW',
    legalCheckbox: false,
    collapseWallets: false,
    walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
    connectMethodsOrder: ['email', 'social', 'wallet'],
  }
}

/**
 * Turns a folder's name into a package name that npm accepts: never empty, and never that of a package of walletkit.
 */
export function packageName(folder: string): string {
  const base = folder.split(/[\\/]/).filter(Boolean).at(-1) ?? ''
  const name = base
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
  if (name && !['node-modules', 'favicon-ico', ...OURS, 'create-walletkit'].includes(name)) return name
  return `my-page-${createHash('sha256').update(base).digest('hex').slice(0, 6)}`
}

/** Turns a package's name into a page's title. */
export const titleOf = (name: string) => {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
