/** Third-party plugins of a project: installed packages, or folders of the project. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { type Issue, issue } from '../schema/issue.ts'
import { isObject, type Json, type JsonObject, type Permissions, type Piece } from '../schema/pieces.ts'
import { reasonOf } from './failure.ts'
import { permissionsOf, readJson, toPiece } from './package.ts'
import type { Manifest } from './record.ts'
import { findInstalled } from './stages/manifest.ts'
import { loadParse, type Parse, parseScript } from './stages/parse.ts'
import { CORE_VIEWS } from './stages/plugin/known.ts'
import { NotLiteral, readLiteral } from './stages/plugin/literal.ts'
import { pageFiles, replacesFiles } from './stages/plugin/pageFiles.ts'

export type Guests = { pieces: Piece[]; issues: Issue[] }

/** Where a package's manifest and schema are, from the key `walletkit` in its package.json. */
type Pointer = { plugin: string; schema: string }
const FOLDER: Pointer = { plugin: './index.ts', schema: './config.schema.json' }

/** The folders into which packages that are not installed yet were unpacked, by package name. */
export type Unpacked = ReadonlyMap<string, string>

/**
 * Loads the third-party plugins of a config. `entries` is the config's `plugins` as written. An entry that cannot be
 * loaded becomes an issue with its position.
 */
export async function loadGuests(root: string, entries: Json | undefined, unpacked?: Unpacked): Promise<Guests> {
  const guests: Guests = { pieces: [], issues: [] }
  for (const [index, entry] of (Array.isArray(entries) ? entries : []).entries()) {
    const name = isObject(entry) ? entry.name : entry
    if (typeof name !== 'string') continue
    try {
      guests.pieces.push(await loadGuest(root, name, grantsOf(entry), index, unpacked))
    } catch (error) {
      const fix = name.startsWith('.') ? 'Correct the path.' : `Run: npm install ${name}`
      guests.issues.push(issue(`/plugins/${index}`, reasonOf(error), 'a walletkit plugin', fix))
    }
  }
  return guests
}

/**
 * Loads a third-party plugin: finds its folder, and reads its manifest and schema without running any of its code.
 * Throws an Error that says what is wrong with the package or the folder.
 */
export async function loadGuest(
  root: string,
  name: string,
  grants: Permissions,
  index: number,
  unpacked?: Unpacked,
): Promise<Piece> {
  const folder = unpacked?.get(name) ?? (await folderOf(root, name))
  if (folder === undefined) throw new Error(`There is no ${name.startsWith('.') ? 'folder' : 'package'} ${name}`)
  const file = join(folder, 'package.json')
  const manifest = existsSync(file) ? await readJson(file) : {}
  const at = pointerOf(manifest, folder, name.startsWith('.'))
  if (!at) throw new Error(`${name} is not a walletkit plugin: its package.json has no "walletkit" key`)
  const entry = resolve(folder, at.plugin)
  await refuseOtherFile({ name, folder, entry, manifest, plugin: at.plugin })
  const schema = resolve(folder, at.schema)
  const piece = toPiece(await readEntry(entry), {
    folder,
    entry,
    schema: existsSync(schema) ? await readJson(schema) : undefined,
  })
  const core = piece.views.find((view) => CORE_VIEWS.includes(view))
  if (core !== undefined) throw new Error(`${name} has the view ${core}, which is walletkit's own`)
  const version = typeof manifest.version === 'string' ? manifest.version : undefined
  return { ...piece, guest: { name, version, grants, index } }
}

/**
 * The folder of a plugin. A name that begins with a dot is a path. Any other name is a package, which is found as Node
 * finds it, but without the package's export map. Undefined if the folder does not exist.
 */
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
 * The most characters of a manifest, and the most signs in it that can nest, such as brackets. More could overflow the
 * parser's stack and end the process without a message.
 */
const LARGEST = 100_000
const NESTING = /[[({!~?:+-]|=>|\b(?:typeof|void|await|new|delete)\b/g
const MOST_NESTING = 2000

type Opened = { name: string; folder: string; entry: string; manifest: JsonObject; plugin: string }

/**
 * Throws an Error if the manifest is outside of its package, or if a page could get another file than this manifest:
 * the user agrees to what this file asks for.
 */
async function refuseOtherFile({ name, folder, entry, manifest, plugin }: Opened): Promise<void> {
  if (relative(folder, entry).startsWith('..'))
    throw new Error(`The manifest of ${name}, ${plugin}, is outside of the package: move it in`)
  if (!name.startsWith('.')) {
    const other = pageFiles(manifest).find(({ file }) => resolve(folder, file) !== entry)
    if (other)
      throw new Error(
        `A page that imports ${name} would get ${other.file}, and not the manifest ${plugin}: the key "${other.key}" of its package.json must name ${plugin}, or go`,
      )
  }
  // Bundlers read the package.json that is nearest to the file, which may be in a folder inside the package.
  for (let at = dirname(entry); !relative(folder, at).startsWith('..'); at = dirname(at)) {
    const file = join(at, 'package.json')
    if (existsSync(file) && replacesFiles(await readJson(file)))
      throw new Error(`A page could get other files of ${name} than those that are here: remove "browser" from ${file}`)
    if (at === folder) return
  }
}

/**
 * Reads a plugin's manifest without running any code of the package: parses the file and reads its literals. Functions
 * stay text.
 * Throws an Error that says why the file cannot be read, and for a value that is not a literal a NotLiteral with its
 * path.
 */
export async function readEntry(entry: string): Promise<Manifest> {
  if (!existsSync(entry)) throw new Error(`${entry} does not exist: build the plugin first`)
  return readSource(await readFile(entry, 'utf8'), entry, await parserFor(entry))
}

/** Reads a manifest from its text, without running it. Throws a NotLiteral that says why it cannot be read. */
export function readSource(text: string, entry: string, parse: Parse): Manifest {
  if (text.length > LARGEST || (text.match(NESTING)?.length ?? 0) > MOST_NESTING)
    throw new NotLiteral([], 'is too large to read', 'Move its data into the controller.')
  const { program, error } = parse(entry, text)
  if (error !== undefined) throw new NotLiteral([], `cannot be read: ${error}`, 'Correct the syntax.')
  return readLiteral(program, text)
}

/** The parser for a manifest: acorn for JavaScript, and Babel for TypeScript. walletkit contains both. */
const parserFor = async (entry: string): Promise<Parse> => (/\.[cm]?tsx?$/.test(entry) ? loadParse() : parseScript)

/** The permissions that the site grants in an entry of the config's `plugins`. */
export const grantsOf = (entry: Json | undefined) => permissionsOf(isObject(entry) ? entry.grants : undefined)
