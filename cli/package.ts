/** Where the package's own files are, from source (tsx, vitest) and from the bundled bin alike. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isObject, type JsonObject, type Piece } from '../schema/pieces.ts'

const here = fileURLToPath(import.meta.url)
/** From source everything is TypeScript in the tree; published, it is JavaScript under dist. */
const built = here.endsWith('.js')

export const packageRoot = findRoot(dirname(here))

/** The folder that holds `runtime/` and `plugins/`. */
export const sourceRoot = built ? join(packageRoot, 'dist') : packageRoot

const within = (...parts: string[]) => join(sourceRoot, ...parts)

/** The module of `definePlugin` alone. */
export const definition = within('runtime/host', built ? 'definePlugin.js' : 'definePlugin.ts').replaceAll('\\', '/')

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
  if (!isObject(value)) throw new Error(`${path} is no JSON object`)
  return value
}

export const readSchema = () => readJson(join(packageRoot, 'schema/generated/schema.json'))
export async function readVersion(): Promise<string> {
  const { version } = await readJson(join(packageRoot, 'package.json'))
  return typeof version === 'string' ? version : '0.0.0'
}

/** Namespaces that this version has a chain for. */
export async function loadChains(): Promise<string[]> {
  const entries = await readdir(within('runtime/chains'), { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Every plugin of the package, by its folder's name. Manifests are inert, so importing one does nothing. */
export async function loadPieces(): Promise<Piece[]> {
  const entries = await readdir(within('plugins'), { withFileTypes: true })
  const ids = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(ids.sort().map(loadPiece))
}

async function loadPiece(id: string): Promise<Piece> {
  const folder = pluginFolder(id)
  const module = (await import(pathToFileURL(join(folder, built ? 'index.js' : 'index.ts')).href)) as {
    default: unknown
  }
  const path = join(folder, 'config.schema.json')
  return toPiece(id, module.default, existsSync(path) ? await readJson(path) : undefined)
}

/** Throws when a manifest is not one, or its id is not its folder's name. */
export function toPiece(folder: string, manifest: unknown, schema: JsonObject | undefined): Piece {
  const { id, feature, available, slots, views, permissions } = (manifest ?? {}) as Record<string, unknown>
  if (id !== folder || typeof feature !== 'string') throw new Error(`plugins/${folder} has no manifest of its own name`)
  const items = isRecord(slots) ? Object.entries(slots) : []
  const services = isRecord(permissions) && Array.isArray(permissions.services) ? permissions.services.map(String) : []
  return {
    id: folder,
    feature,
    available: available !== false,
    slotKeys: Object.fromEntries(
      items.map(([slot, list]) => [slot, (list as { key: string }[]).map(({ key }) => key)]),
    ),
    views: isRecord(views) ? Object.keys(views) : [],
    services,
    schema,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
