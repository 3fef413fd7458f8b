/**
 * `walletkit import appkit|rainbowkit|connectkit <path>`: reads another library's setup, without running it, and writes
 * a config.
 */
import { join, resolve } from 'node:path'
import known from '../../schema/generated/features.json' with { type: 'json' }
import { isObject, type Json, type JsonObject } from '../../schema/pieces.ts'
import { PUBLIC_RELAY } from '../../schema/services.ts'
import template from '../../templates/html/walletkit.config.json' with { type: 'json' }
import { confirm, type WriteFlags } from '../ask.ts'
import { type Change, diffOf, readText, writeChanges } from '../changes.ts'
import { allFeatures } from '../create/scaffold.ts'
import { Failure } from '../failure.ts'
import { appkit } from '../import/appkit.ts'
import { connectkit } from '../import/connectkit.ts'
import { Draft } from '../import/draft.ts'
import { createReader } from '../import/evaluate.ts'
import type { Library } from '../import/library.ts'
import { importMessages as told } from '../import/messages.ts'
import { networkNames } from '../import/networks.ts'
import { readProject } from '../import/project.ts'
import { rainbowkit } from '../import/rainbowkit.ts'
import { settle } from '../import/settle.ts'
import { CONFIG_FILE } from '../messages.ts'
import { loadRules } from '../stages/load.ts'
import { loadParse } from '../stages/parse.ts'
import { answer, say } from './check.ts'

const LIBRARIES: Record<string, Library> = { appkit, rainbowkit, connectkit }

export type ImportFlags = WriteFlags & { force?: boolean; projectId?: string }

/** `from` is one of LIBRARIES. Exits with 0 whenever it produced a config, even if some options need manual work. */
export async function importSetup(from: string, path: string, flags: ImportFlags): Promise<number> {
  const { config: file = CONFIG_FILE, json, dryRun, force, projectId } = flags
  const root = resolve(flags.root ?? process.cwd())
  const library = LIBRARIES[from]
  if (!library) throw new Error(`There is no library ${from}`)
  const before = await readText(join(root, file))
  if (before !== undefined && !force && !dryRun) throw new Failure(told.exists(file))
  const parse = await loadParse(root)
  if (!parse) throw new Failure(told.noParser)
  const project = await readProject(root, path, parse)
  const names = await networkNames()
  const reader = createReader(project, names.data)
  const draft = new Draft(names.known, startFeatures(library))
  const files = library.read(project, reader, draft)
  if (!files) throw new Failure(told.notFound(library.call, path))
  if (projectId !== undefined) draft.config.projectId = projectId
  const after = settle(draft, template.$schema, await loadRules())
  const change: Change = { file, before, after }
  const notes = [
    remoteNote(draft.config),
    ...reader.notes,
    ...(project.unparsed.length ? [told.unparsed(project.unparsed)] : []),
  ]
  const facts = { ok: true, file, from: files, config: JSON.parse(after) as unknown, left: draft.left, notes }
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
  for (const note of notes) say(note)
  if (draft.left.length) say(told.left(draft.left.length))
  for (const { name, hint } of draft.left) say(`  ${name}\n      ${hint}`)
  if (!dryRun) say(`\n${told.next}`)
  return 0
}

/**
 * Says whether QR codes keep working. It comes first, so that the developer reads about a loss before a visitor meets
 * it.
 */
function remoteNote(config: JsonObject): string {
  if (config.enableWalletConnect === false) return told.noRemote
  const services = isObject(config.services) ? config.services : {}
  const relay = typeof services.relay === 'string' ? services.relay : PUBLIC_RELAY
  return told.relay(new URL(relay).host)
}

/** Writes every feature explicitly: on if the library has it by default, off for every other plugin. */
function startFeatures({ features }: Library): JsonObject {
  const plugins = new Set(known.map(({ feature }) => feature))
  const start = Object.entries(allFeatures()) as [string, Json][]
  return Object.fromEntries(start.map(([key, value]) => [key, features[key] ?? (plugins.has(key) ? false : value)]))
}
