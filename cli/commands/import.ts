/**
 * `walletkit import <library> <path>`: reads another library's setup, without running it, and writes a config. With
 * `--write` it changes the project's code too.
 */
import { print } from '../answer.ts'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import known from '../../schema/generated/features.json' with { type: 'json' }
import { isObject, type Json, type JsonObject } from '../../schema/pieces.ts'
import { PUBLIC_RELAY } from '../../schema/services.ts'
import template from '../../templates/html/walletkit.config.json' with { type: 'json' }
import { confirm, type WriteFlags } from '../ask.ts'
import { type Change, diffOf, readText, realChanges, writeChanges } from '../changes.ts'
import { allFeatures } from '../create/scaffold.ts'
import { inRange } from '../doctor/range.ts'
import { Failure } from '../failure.ts'
import { Draft, type Left } from '../import/draft.ts'
import { readEnvironment } from '../import/environment.ts'
import { createReader, type Reader } from '../import/evaluate/index.ts'
import { LIBRARIES } from '../import/libraries.ts'
import type { Library } from '../import/library.ts'
import { importMessages as told } from '../import/messages.ts'
import { networkNames } from '../import/networks.ts'
import { readLoose } from '../import/aliases.ts'
import { toModule } from '../import/module.ts'
import { readProject, type SourceProject } from '../import/project.ts'
import { rewrite } from '../import/rewrite/index.ts'
import { settle } from '../import/settle.ts'
import { byImportance, type Found } from '../import/setup.ts'
import { findUses, missingProvider, type Use } from '../import/uses.ts'
import { entryOf } from '../import/value.ts'
import { uncommitted } from '../init/git.ts'
import { CONFIG_FILE } from '../messages.ts'
import { packageRoot, readJson } from '../package.ts'
import { detectFramework, type Framework, hasOwnBuild } from '../stages/framework.ts'
import { loadRules } from '../stages/load.ts'
import { dependenciesOf } from '../stages/manifest.ts'
import { loadParse, type Parse } from '../stages/parse.ts'
import { answer, say } from './check.ts'
import { typesChange } from './types.ts'

export type ImportFlags = WriteFlags & { force?: boolean; projectId?: string; setup?: string; write?: boolean }

/**
 * Reads the setup at `path`, and writes the config. `from` is one of LIBRARIES. Resolves with the exit code: 0 whenever
 * it produced a config, even if some options need manual work.
 */
export async function importSetup(from: string, path: string, flags: ImportFlags): Promise<number> {
  const { config: file = CONFIG_FILE, json, dryRun, force, yes, write = false } = flags
  const root = resolve(flags.root ?? process.cwd())
  const library = entryOf<Library>(LIBRARIES, from)
  if (!library) throw new Error(`There is no library ${from}`)
  const before = await readText(join(root, file))
  if (before !== undefined && !force && !dryRun) throw new Failure(told.exists(file))
  const { draft, files, notes, text: after, code } = await readSetup(library, root, path, flags)
  const left = [...draft.left].sort((a, b) => Number(b.lost ?? false) - Number(a.lost ?? false))
  const packages = await packagesOf(root, library)
  const changes: Change[] = [{ file, before, after }, ...(write || dryRun ? code.changes : [])]
  const uses = write ? code.left : code.uses
  const facts = { ok: true, file, from: files, config: JSON.parse(after) as unknown, left, notes, code: uses, packages }
  const written = changes.map((each) => each.file)
  if (dryRun) {
    if (json) answer({ ...facts, dryRun: true, diff: diffOf(changes) })
    else print(diffOf(changes))
  } else {
    const dirty = write && !force && !yes ? await uncommitted(root) : []
    if (dirty.length) throw new Failure(told.dirty(dirty))
    if (!(await confirm(told.question(written.join(', ')), flags))) throw new Failure(told.nothing)
    await writeChanges(root, changes)
    if (json) answer({ ...facts, written })
    else say(told.written(written.join(', '), files.join(', ')))
  }
  if (json) return 0
  sayLeft(left, notes)
  sayCode(uses, packages, write ? [] : code.changes)
  if (write && !dryRun && code.changes.length && left.some(({ at }) => at !== undefined)) say(told.before)
  if (!dryRun) say(`\n${told.next}`)
  return 0
}

/**
 * `pin`: packages with the exact version to install. With another version, the project and walletkit would each have a
 * copy of the package.
 */
type Packages = { remove: string[]; add: string[]; pin: string[] }

/** The packages of the old library that package.json names, to remove, and those that the project needs now. */
async function packagesOf(root: string, library: Library): Promise<Packages> {
  const manifest = await readLoose(join(root, 'package.json'))
  const named = manifest ? dependenciesOf(manifest) : {}
  const has = Object.keys(named)
  const own = dependenciesOf(await readJson(join(packageRoot, 'package.json'))).viem
  const isPinned = own !== undefined && named.viem !== undefined && named.viem !== own && inRange(own, named.viem)
  return {
    remove: has.filter((name) => library.packages.test(name)).sort(),
    add: has.includes('walletkit') ? [] : ['walletkit'],
    pin: isPinned ? [`viem@${own}`] : [],
  }
}

async function readSetup(library: Library, root: string, path: string, { projectId, setup: wanted }: ImportFlags) {
  const parse = await loadParse()
  const project = await readProject(root, path, parse)
  const names = await networkNames()
  const reader = createReader(project, names.data, await readEnvironment(root, project.folders))
  const setups = byImportance(library.find(project, reader))
  const chosen = choose(setups, wanted)
  if (!chosen) throw new Failure(told.notFound(library.call, path))
  const draft = new Draft(names.known, startFeatures(library))
  const files = library.read(chosen, project, reader, draft)
  if (projectId !== undefined) draft.config.projectId = projectId
  const hasId = Boolean(draft.config.projectId)
  const text = settle(draft, template.$schema, await loadRules())
  const notes = [
    remoteNote(draft.config, hasId),
    ...(setups.length > 1 ? [told.several(setups, chosen)] : []),
    ...elsewhere(root, chosen),
    ...reader.notes,
    ...(project.unparsed.length ? [told.unparsed(project.unparsed)] : []),
  ]
  const framework = detectFramework(root, (await readLoose(join(root, 'package.json'))) ?? {})
  const code = codeOf(root, project, reader, { library, parse, isEvm: names.isEvm, framework })
  return {
    draft,
    files,
    notes,
    text,
    code: { ...code, changes: [...code.changes, ...(await types(root, code.changes))] },
  }
}

/** The declarations of virtual:walletkit, for a project in TypeScript whose new kit file imports it. */
async function types(root: string, changes: readonly Change[]): Promise<Change[]> {
  const kit = changes.find(({ before, after }) => before === undefined && after.includes("'virtual:walletkit'"))
  if (!kit?.file.endsWith('.ts') || !existsSync(join(root, 'tsconfig.json'))) return []
  return realChanges([await typesChange(root, undefined, [kit.file])])
}

/**
 * Finds the code that uses the old library: `uses` are all places, `changes` what rules can change, and `left` the
 * places that remain after the changes.
 */
function codeOf(
  root: string,
  project: SourceProject,
  reader: Reader,
  {
    library,
    parse,
    isEvm,
    framework,
  }: {
    library: Library
    parse: Parse
    isEvm: (name: string) => boolean
    framework: Framework
  },
) {
  const folder = existsSync(join(root, 'src')) ? 'src' : '.'
  const emits =
    hasOwnBuild(framework) || ['js', 'mjs', 'ts'].some((name) => existsSync(join(root, `next.config.${name}`)))
  // If the build is unknown, put the module beside the kit's file: some builds, such as Create React App's, take no
  // module from outside of src.
  const generated = emits
    ? `${folder === '.' ? './' : '../'}walletkit.generated`
    : framework === 'unknown'
      ? './walletkit.generated'
      : 'virtual:walletkit'
  const changes = rewrite(project, reader, { packages: library.packages, parse, folder, generated, isEvm })
  const after = project.modules.map((module) => {
    const change = changes.find(({ file }) => file === module.file)
    return change ? toModule(module.file, change.after, parse(module.file, change.after).program) : module
  })
  return {
    changes,
    uses: findUses(project.modules, library.packages),
    left: [...missingProvider(changes), ...findUses(after, library.packages)],
  }
}

function choose(setups: readonly Found[], wanted: string | undefined): Found | undefined {
  if (wanted === undefined) return setups[0]
  const found = setups.find(({ file, line }) => wanted === file || wanted === `${file}:${line}`)
  if (!found && setups.length) throw new Failure(told.noSetup(wanted, setups))
  return found
}

/** A note when the set-up is in a package below this folder: the config belongs beside that package.json. */
function elsewhere(root: string, { file }: Found): string[] {
  for (let folder = dirname(file); folder !== '.' && !folder.startsWith('..'); folder = dirname(folder))
    if (existsSync(join(root, folder, 'package.json'))) return [told.elsewhere(folder)]
  return []
}

/** Prints the options that need manual work, and the notes; options that visitors would miss come first. */
function sayLeft(left: readonly Left[], notes: readonly string[]): void {
  const rows = (list: readonly Left[]) => {
    for (const { name, hint, at } of list) say(`  ${name}${at === undefined ? '' : `  (${at})`}\n      ${hint}`)
  }
  const lost = left.filter((each) => each.lost)
  const rest = left.filter((each) => !each.lost)
  if (lost.length) say(told.lost(lost.length))
  rows(lost)
  for (const note of notes) say(note)
  if (rest.length) say(told.left(rest.length))
  rows(rest)
}

function sayCode(uses: readonly Use[], { remove, add, pin }: Packages, changes: readonly Change[]): void {
  if (uses.length) say(told.code(uses.length))
  for (const { at, name, hint } of uses) say(`  ${at}  ${name}\n      ${hint}`)
  if (changes.length) say(told.rewritable(changes.length))
  if (remove.length || add.length) say(told.packages(remove, add))
  if (pin.length) say(told.pin(pin))
}

/**
 * Says whether connecting by QR code keeps working. This note is the first one, so that the developer learns that it is
 * lost before a visitor does.
 */
function remoteNote(config: JsonObject, hasId: boolean): string {
  if (config.enableWalletConnect === false) return told.noRemote
  const services = isObject(config.services) ? config.services : {}
  const relay = typeof services.relay === 'string' ? services.relay : PUBLIC_RELAY
  const { host } = new URL(relay)
  return hasId ? told.relay(host) : told.relayWithoutId(host)
}

/**
 * Every feature, with an explicit value: the old library's default. If that library has no such feature, `false` for a
 * plugin's feature, and walletkit's default for a feature of the core.
 */
function startFeatures({ features }: Library): JsonObject {
  const plugins = new Set(known.map(({ feature }) => feature))
  const start = Object.entries(allFeatures()) as [string, Json][]
  return Object.fromEntries(start.map(([key, value]) => [key, features[key] ?? (plugins.has(key) ? false : value)]))
}
