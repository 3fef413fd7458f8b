/** A template -> a project on disk. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import features from '../../schema/generated/features.json' with { type: 'json' }
import { isObject, type JsonObject } from '../../schema/pieces.ts'
import { type Change, readText, writeChanges } from '../changes.ts'
import { Failure } from '../failure.ts'
import { dependenciesOf } from '../stages/manifest.ts'

export const TEMPLATES = ['react', 'next', 'html'] as const
export type Template = (typeof TEMPLATES)[number]

export type Plan = {
  folder: string
  template: Template
  name: string
  templates: string
  version: string
  /** A folder with the packages as tarballs, instead of the registry. */
  source: string | undefined
  /** With email and social login. */
  login?: boolean
}

/** Names that npm would drop or read as its own are kept under another one in the published package. */
const RENAMED: Record<string, string> = { _npmrc: '.npmrc', _gitignore: '.gitignore', _env: '.env' }
const SKIPPED = new Set(['node_modules', 'dist', '.next', 'package-lock.json'])
const OURS = ['walletkit', 'walletkit-sandbox']

/** The project's files, by path in the project, in order. */
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

/** What the project would hold. `before` is what stands at the path now. */
export async function changesOf(plan: Plan): Promise<Change[]> {
  const specs = await specsOf(plan)
  const files = await filesOf(plan)
  return Promise.all(
    [...files].map(async ([file, from]) => {
      const text = await readFile(from, 'utf8')
      const before = await readText(join(plan.folder, file))
      const made = edit(file, text, plan, specs) ?? text
      return { file, before, after: before === undefined ? made : beside(file, before, made) }
    }),
  )
}

const MERGED = ['package.json', '.gitignore', '.npmrc', 'README.md']

/** Files of the folder's own that the project would put another text over. */
export const replaced = (changes: readonly Change[]) =>
  changes.filter(({ file, before, after }) => before !== undefined && before !== after && !MERGED.includes(file))

/** What a file that is there becomes: a list gets what it lacks, a README stays its owner's, the rest is replaced. */
function beside(file: string, before: string, made: string): string {
  if (file === 'package.json') return merged(before, made)
  if (file === 'README.md') return before
  if (file !== '.gitignore' && file !== '.npmrc') return made
  const lines = before.split(/\r?\n/)
  const lacking = made.split('\n').filter((line) => line && !lines.includes(line))
  return lacking.length ? `${before.replace(/\n?$/, '\n')}${lacking.join('\n')}\n` : before
}

/** The folder's own package.json with what the template adds: a name, a script or a version that is there stays. */
function merged(before: string, made: string): string {
  const own: unknown = parsed(before)
  const template: unknown = JSON.parse(made)
  if (!isObject(own) || !isObject(template)) throw new Failure('package.json is no JSON object. Correct it first.')
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
    // The version of ours that was asked for, in whatever list it stood.
    for (const name of OURS) if (isObject(list) && isObject(from) && from[name] !== undefined) list[name] = from[name]
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

/** Writes the project. Where it fails, the folder is as it was. */
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

/** What a project asks npm for: this version, or the tarballs of a folder. Throws a Failure when one is not there. */
export async function specsOf({
  source,
  version,
  folder,
}: Pick<Plan, 'source' | 'version' | 'folder'>): Promise<Record<string, string>> {
  if (source === undefined) return Object.fromEntries(OURS.map((name) => [name, version]))
  const names = await readdir(resolve(source)).catch(() => {
    throw new Failure(`--source ${source} is no folder. Make one with: npm run pack -- --out ${source}`)
  })
  return Object.fromEntries(
    OURS.map((name) => {
      const file = names
        .filter((each) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(each))
        .sort()
        .at(-1)
      if (file === undefined)
        throw new Failure(`--source ${source} holds no ${name}-*.tgz. Make one with: npm run pack -- --out ${source}`)
      const path = relative(resolve(folder), join(resolve(source), file))
      return [name, `file:${path.replaceAll('\\', '/')}`]
    }),
  )
}

function edit(path: string, text: string, { name, login }: Plan, specs: Record<string, string>): string | undefined {
  if (path === 'package.json') {
    const project = JSON.parse(text) as {
      name: string
      dependencies: Record<string, string>
      devDependencies: Record<string, string>
    }
    for (const list of [project.dependencies, project.devDependencies]) {
      for (const key of Object.keys(list)) list[key] = specs[key] ?? list[key] ?? ''
    }
    return `${JSON.stringify({ ...project, name }, null, 2)}\n`
  }
  if (path === 'walletkit.config.json') {
    const config = JSON.parse(text) as Record<string, unknown>
    return `${JSON.stringify({ ...config, metadata: { ...(config.metadata as object), name: titleOf(name) }, features: allFeatures(login) }, null, 2)}\n`
  }
  if (path === 'index.html' || path.endsWith('.tsx')) return text.replaceAll('My page', titleOf(name))
  return undefined
}

/**
 * Every feature, written out: what is on by default and built is true, the rest false. Signing in without a wallet is for
 * who asked for it: it costs the first open bytes, and needs a login service.
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

/** A folder's name as a package name that npm takes: never empty, never one of ours. */
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

/** A package's name as a page's title. */
export const titleOf = (name: string) => {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
