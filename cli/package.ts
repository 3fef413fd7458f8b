/** Finds the package's own files, both from source (tsx, vitest) and from the bundled bin. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { optionHost } from '../schema/optionHosts.ts'
import { isObject, type JsonObject, type Permissions, type Piece } from '../schema/pieces.ts'
import { isRecord } from './record.ts'

const here = fileURLToPath(import.meta.url)
/**
 * Whether this code runs from the published package, which has JavaScript in dist; in the repository everything is
 * TypeScript.
 */
const built = here.endsWith('.js')

export const packageRoot = findRoot(dirname(here))

/** The folder that contains `runtime/` and `plugins/`. */
export const sourceRoot = built ? join(packageRoot, 'dist') : packageRoot

const within = (...parts: string[]) => join(sourceRoot, ...parts)

/** The module that contains only `definePlugin`. */
export const definition = within('runtime/contracts', built ? 'definePlugin.js' : 'definePlugin.ts').replaceAll(
  '\\',
  '/',
)

/** The path of a module of the package, with `/`, given the path of its source. */
export const sourceModule = (source: string) =>
  within(built ? source.replace(/\.tsx?$/, '.js') : source).replaceAll('\\', '/')

export const pluginFolder = (id: string) => within('plugins', id)

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file)) return folder
    if (folder === dirname(folder)) throw new Error('The walletkit package has no package.json')
  }
}

export const readJson = async (path: string): Promise<JsonObject> => {
  const value: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (!isObject(value)) throw new Error(`${path} is not a JSON object`)
  return value
}

export const readSchema = () => readJson(join(packageRoot, 'schema/generated/schema.json'))
export async function readVersion(): Promise<string> {
  const { version } = await readJson(join(packageRoot, 'package.json'))
  return typeof version === 'string' ? version : '0.0.0'
}

/** The namespaces for which this version of walletkit has a chain implementation. */
export async function loadChains(): Promise<string[]> {
  const entries = await readdir(within('runtime/chains'), { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Every plugin of the package, sorted by folder name. Importing a manifest has no side effects. */
export async function loadPieces(): Promise<Piece[]> {
  const entries = await readdir(within('plugins'), { withFileTypes: true })
  const ids = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(ids.sort().map(loadPiece))
}

async function loadPiece(id: string): Promise<Piece> {
  const folder = pluginFolder(id)
  const entry = join(folder, built ? 'index.js' : 'index.ts')
  const module = (await import(pathToFileURL(entry).href)) as { default: unknown }
  const path = join(folder, 'config.schema.json')
  const piece = toPiece(module.default, { folder, entry, schema: existsSync(path) ? await readJson(path) : undefined })
  if (piece.id !== id) throw new Error(`plugins/${id} has no manifest of its own name`)
  return piece
}

/** Turns a manifest into the data that schema and CLI use. Throws an Error that names what the manifest lacks. */
export function toPiece(manifest: unknown, place: Pick<Piece, 'folder' | 'entry' | 'schema'>): Piece {
  if (!isRecord(manifest)) throw new Error(`${place.entry} has no default export made by definePlugin`)
  const { id, feature, engine, available, slots, views, permissions, requires, provides, events, activate, budget } =
    manifest
  if (typeof id !== 'string' || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Error(`${place.entry}: id is not a word in kebab-case`)
  if (typeof feature !== 'string' || !/^[a-z][A-Za-z0-9]*$/.test(feature))
    throw new Error(`${place.entry}: feature is not a word in camelCase`)
  if (typeof engine !== 'string') throw new Error(`${place.entry}: engine is not a range, as ^0.1`)
  const items = isRecord(slots) ? Object.entries(slots) : []
  return {
    ...place,
    id,
    feature,
    engine,
    available: available !== false,
    slotKeys: Object.fromEntries(items.map(([slot, list]) => [slot, keysOf(list)])),
    views: isRecord(views) ? Object.keys(views) : [],
    permissions: {
      ...permissionsOf(permissions),
      activate: textsOf(activate),
      slots: items.flatMap(([slot, list]) => (Array.isArray(list) && !list.length ? [] : slot)),
    },
    requires: textsOf(requires),
    provides: isRecord(provides) && typeof provides.api === 'string' ? provides.api : undefined,
    events: textsOf(events),
    budget: isRecord(budget) ? budget : {},
  }
}

/** The permissions in a value: its lists of strings and host options, each empty if missing. The rest is ignored. */
export function permissionsOf(value: unknown): Permissions {
  const given = isRecord(value) ? value : {}
  return {
    methods: textsOf(given.methods),
    services: textsOf(given.services),
    hosts: hostsOf(given.hosts),
    storage: textsOf(given.storage),
    names: textsOf(given.names),
    identity: textsOf(given.identity),
    events: textsOf(given.events),
    activate: textsOf(given.activate),
    slots: textsOf(given.slots),
  }
}

/** Origins, and options that name one: `{ "option": "url" }` becomes `option:url`, the form in which sites grant it. */
const hostsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).flatMap((host: unknown) =>
    typeof host === 'string' ? host : isRecord(host) && typeof host.option === 'string' ? optionHost(host.option) : [],
  )

const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [])
const keysOf = (list: unknown) =>
  Array.isArray(list)
    ? list.flatMap((item: unknown) => (isRecord(item) && typeof item.key === 'string' ? item.key : []))
    : []
