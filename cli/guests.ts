/** Third-party plugins of a project: installed packages, or folders of the project. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Issue, issue } from '../schema/issue.ts'
import { isObject, type Json, type JsonObject, type Permissions, type Piece } from '../schema/pieces.ts'
import { reasonOf } from './failure.ts'
import { importOf, standAlone } from './manifest.ts'
import { permissionsOf, readJson, toPiece } from './package.ts'
import { loadVite } from './project.ts'
import { findInstalled } from './stages/manifest.ts'

export type Guests = { pieces: Piece[]; issues: Issue[] }

/** Where a package's manifest and schema are, from the key `walletkit` in its package.json. */
type Pointer = { plugin: string; schema: string }
const FOLDER: Pointer = { plugin: './index.ts', schema: './config.schema.json' }

/**
 * `entries` is the config's `plugins` as written. An entry that cannot be loaded becomes an issue with its position.
 */
export async function loadGuests(root: string, entries: Json | undefined): Promise<Guests> {
  const guests: Guests = { pieces: [], issues: [] }
  for (const [index, entry] of (Array.isArray(entries) ? entries : []).entries()) {
    const name = isObject(entry) ? entry.name : entry
    if (typeof name !== 'string') continue
    try {
      guests.pieces.push(await loadGuest(root, name, grantsOf(entry), index))
    } catch (error) {
      const fix = name.startsWith('.') ? 'Correct the path.' : `Run: npm install ${name}`
      guests.issues.push(issue(`/plugins/${index}`, reasonOf(error), 'a walletkit plugin', fix))
    }
  }
  return guests
}

/** Throws an Error that says what is wrong with the package or the folder. */
export async function loadGuest(root: string, name: string, grants: Permissions, index: number): Promise<Piece> {
  const folder = await folderOf(root, name)
  if (folder === undefined) throw new Error(`There is no ${name.startsWith('.') ? 'folder' : 'package'} ${name}`)
  const file = join(folder, 'package.json')
  const manifest = existsSync(file) ? await readJson(file) : {}
  const at = pointerOf(manifest, folder, name.startsWith('.'))
  if (!at) throw new Error(`${name} is not a walletkit plugin: its package.json has no "walletkit" key`)
  const entry = resolve(folder, at.plugin)
  const schema = resolve(folder, at.schema)
  const piece = toPiece(await readEntry(root, entry), {
    folder,
    entry,
    schema: existsSync(schema) ? await readJson(schema) : undefined,
  })
  const version = typeof manifest.version === 'string' ? manifest.version : undefined
  return { ...piece, guest: { name, version, grants, index } }
}

/** Finds a package in node_modules as Node does, but ignores its export map. */
async function folderOf(root: string, name: string): Promise<string | undefined> {
  if (!name.startsWith('.')) return (await findInstalled(resolve(root), name))?.folder
  const folder = resolve(root, name)
  return existsSync(folder) ? folder : undefined
}

function pointerOf({ walletkit }: JsonObject, folder: string, byPath: boolean): Pointer | undefined {
  const plugin = ['./index.ts', './index.js'].find((file) => existsSync(join(folder, file)))
  if (plugin !== undefined && (byPath || walletkit === undefined)) return { ...FOLDER, plugin }
  if (!isObject(walletkit) || typeof walletkit.plugin !== 'string') return undefined
  return { plugin: walletkit.plugin, schema: typeof walletkit.schema === 'string' ? walletkit.schema : FOLDER.schema }
}

/**
 * A manifest is inert data, so it is imported as text on its own: it needs neither an install nor a compiler. Throws an
 * Error that says why it cannot be read.
 */
export async function readEntry(root: string, entry: string): Promise<unknown> {
  if (!existsSync(entry)) throw new Error(`${entry} does not exist: build the plugin first`)
  const text = await readFile(entry, 'utf8')
  const other = importOf(text.replace(/^\s*import\s+type\b.*$/gm, ''))
  const code = /\.tsx?$/.test(entry) ? (await (await loadVite(root)).transformWithOxc(text, entry)).code : text
  if (other !== undefined) {
    if (code !== text) throw new Error(`${entry} imports ${other}; a manifest imports nothing but definePlugin`)
    return ((await import(pathToFileURL(entry).href)) as { default: unknown }).default
  }
  const url = `data:text/javascript,${encodeURIComponent(standAlone(code))}`
  return ((await import(url)) as { default: unknown }).default
}

const grantsOf = (entry: Json) => permissionsOf(isObject(entry) ? entry.grants : undefined)
