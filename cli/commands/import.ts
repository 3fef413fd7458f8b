/**
 * `walletkit import <library> <path>`: reads another library's setup, without running it, and writes a config.
 */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import known from '../../schema/generated/features.json' with { type: 'json' }
import { isObject, type Json, type JsonObject } from '../../schema/pieces.ts'
import { PUBLIC_RELAY } from '../../schema/services.ts'
import template from '../../templates/html/walletkit.config.json' with { type: 'json' }
import { confirm, type WriteFlags } from '../ask.ts'
import { type Change, diffOf, readText, writeChanges } from '../changes.ts'
import { allFeatures } from '../create/scaffold.ts'
import { Failure } from '../failure.ts'
import { Draft, type Left } from '../import/draft.ts'
import { readEnvironment } from '../import/environment.ts'
import { createReader } from '../import/evaluate.ts'
import { LIBRARIES } from '../import/libraries.ts'
import type { Library } from '../import/library.ts'
import { importMessages as told } from '../import/messages.ts'
import { networkNames } from '../import/networks.ts'
import { readProject } from '../import/project.ts'
import { settle } from '../import/settle.ts'
import { byImportance, type Found } from '../import/setup.ts'
import { entryOf } from '../import/value.ts'
import { CONFIG_FILE } from '../messages.ts'
import { loadRules } from '../stages/load.ts'
import { loadAnyParse } from '../stages/parse.ts'
import { answer, say } from './check.ts'

export type ImportFlags = WriteFlags & { force?: boolean; projectId?: string; setup?: string }

/** `from` is one of LIBRARIES. Exits with 0 whenever it produced a config, even if some options need manual work. */
export async function importSetup(from: string, path: string, flags: ImportFlags): Promise<number> {
  const { config: file = CONFIG_FILE, json, dryRun, force } = flags
  const root = resolve(flags.root ?? process.cwd())
  const library = entryOf<Library>(LIBRARIES, from)
  if (!library) throw new Error(`There is no library ${from}`)
  const before = await readText(join(root, file))
  if (before !== undefined && !force && !dryRun) throw new Failure(told.exists(file))
  const { draft, files, notes, text: after } = await readSetup(library, root, path, flags)
  const change: Change = { file, before, after }
  const left = [...draft.left].sort((a, b) => Number(b.lost ?? false) - Number(a.lost ?? false))
  const facts = { ok: true, file, from: files, config: JSON.parse(after) as unknown, left, notes }
  if (dryRun) {
    if (json) answer({ ...facts, dryRun: true, diff: diffOf([change]) })
    else process.stdout.write(diffOf([change]))
  } else {
    if (!(await confirm(told.question(file), flags))) throw new Failure(told.nothing)
    await writeChanges(root, [change])
    if (json) answer(facts)
    else say(told.written(file, files.join(', ')))
  }
  if (json) return 0
  sayLeft(left, notes)
  if (!dryRun) say(`\n${told.next}`)
  return 0
}

async function readSetup(library: Library, root: string, path: string, { projectId, setup: wanted }: ImportFlags) {
  const project = await readProject(root, path, await loadAnyParse(root))
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
  return { draft, files, notes, text }
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

/** What visitors lose comes first. */
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

/**
 * Says whether QR codes keep working. It comes first, so that the developer reads about a loss before a visitor meets
 * it.
 */
function remoteNote(config: JsonObject, hasId: boolean): string {
  if (config.enableWalletConnect === false) return told.noRemote
  const services = isObject(config.services) ? config.services : {}
  const relay = typeof services.relay === 'string' ? services.relay : PUBLIC_RELAY
  const { host } = new URL(relay)
  return hasId ? told.relay(host) : told.relayWithoutId(host)
}

/** Writes every feature explicitly: on if the library has it by default, off for every other plugin. */
function startFeatures({ features }: Library): JsonObject {
  const plugins = new Set(known.map(({ feature }) => feature))
  const start = Object.entries(allFeatures()) as [string, Json][]
  return Object.fromEntries(start.map(([key, value]) => [key, features[key] ?? (plugins.has(key) ? false : value)]))
}
