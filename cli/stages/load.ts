/** Loads and checks a project's config. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Issue } from '../../schema/issue.ts'
import { issue } from '../../schema/issue.ts'
import { extendSchema } from '../../schema/compose.ts'
import { KIT_FEATURES } from '../../schema/kitKeys.ts'
import { isObject, type Json, type JsonObject, type Piece } from '../../schema/pieces.ts'
import { readConfig, type Rules } from '../../schema/validate.ts'
import { Failure, reasonOf } from '../failure.ts'
import { CONFIG_FILE, messages } from '../messages.ts'
import { loadGuests, type Unpacked } from '../guests.ts'
import { loadChains, loadPieces, readSchema, readVersion } from '../package.ts'

export type Loaded = {
  path: string
  /** The file's name without its folder, for messages. */
  file: string
  text: string
  /**
   * The files that the config is read from, as absolute paths: the config, and the JSON file that `wallets.list` names.
   */
  files: string[]
  rules: Rules
  /** Absent when there are issues. */
  value: JsonObject | undefined
  issues: Issue[]
}

let rules: Promise<Rules> | undefined

/** The rules for a config without third-party plugins. Read once per process. */
export const loadRules = (): Promise<Rules> =>
  (rules ??= Promise.all([readSchema(), loadPieces(), loadChains(), readVersion()]).then(
    ([schema, pieces, chains, version]) => ({ schema, pieces, chains, version }),
  ))

/**
 * The rules for a config, with the third-party plugins that it names. If its text is not JSON, only walletkit's own
 * rules.
 */
async function rulesFor(root: string, text: string, unpacked?: Unpacked, change?: ChangePiece): Promise<Rules> {
  const own = await loadRules()
  const { pieces: read, issues } = await loadGuests(root, roughly(text)?.plugins, unpacked)
  const pieces = change ? read.map(change) : read
  if (!pieces.length) return { ...own, found: issues }
  // When two plugins claim one feature name, or a plugin claims one of walletkit's, the second's options are left out
  // of the schema; that becomes an issue.
  const known = new Set([...KIT_FEATURES, ...own.pieces.map(({ feature }) => feature)])
  const free = pieces.filter(({ feature }) => !known.has(feature) && known.add(feature))
  return { ...own, schema: extendSchema(own.schema, free), pieces: [...own.pieces, ...pieces], found: issues }
}

/** Parses a config before any check. Returns undefined when it is not a JSON object. */
function roughly(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) ? value : undefined
  } catch {
    // readConfig reports what is wrong with the text.
    return undefined
  }
}

function filesOf(text: string, path: string): string[] {
  const wallets = roughly(text)?.wallets
  const list = isObject(wallets) ? wallets.list : undefined
  return [path, ...(typeof list === 'string' ? [resolve(dirname(path), list)] : [])]
}

/** Changes what is known of a third-party plugin before the config is checked. */
type ChangePiece = (piece: Piece) => Piece

/**
 * Loads and checks a config. Throws a Failure when the file does not exist or cannot be read. `change`: adapts each
 * third-party plugin before the check; only a build that measures plugins needs it.
 */
export async function loadConfig(root: string, name = CONFIG_FILE, change?: ChangePiece): Promise<Loaded> {
  const path = resolve(root, name)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(error.code === 'ENOENT' ? messages.noConfig(name) : messages.unreadable(name, reasonOf(error)))
  })
  return checkText(text, path, name, undefined, change)
}

/** Checks a text that is, or would be, at `path`. `unpacked` has the folders of plugins that are not installed yet. */
export async function checkText(
  text: string,
  path: string,
  name: string,
  unpacked?: Unpacked,
  change?: ChangePiece,
): Promise<Loaded> {
  const known = await rulesFor(dirname(path), text, unpacked, change)
  const { value, issues } = readConfig(text, name, known)
  const unread = value ? checkList(value, path, name) : []
  return {
    path,
    file: basename(name),
    text,
    files: filesOf(text, path),
    rules: known,
    value: unread.length ? undefined : value,
    issues: [...issues, ...unread],
  }
}

/**
 * Returns a function that reads the JSON file that `wallets.list` names, relative to the folder of the config at
 * `path`.
 */
export const listReader =
  (path: string) =>
  (list: string): Json =>
    JSON.parse(readFileSync(resolve(dirname(path), list), 'utf8')) as Json

function checkList(value: JsonObject, path: string, file: string): Issue[] {
  const wallets = value.wallets as { list?: unknown } | undefined
  if (typeof wallets?.list !== 'string') return []
  const at = '/wallets/list'
  try {
    if (Array.isArray(listReader(path)(wallets.list))) return []
    return [
      {
        ...issue(at, `${wallets.list} holds no list`, 'a JSON file with a list of wallets', 'Put a list there.'),
        file,
      },
    ]
  } catch (error) {
    return [
      {
        ...issue(
          at,
          `${wallets.list} cannot be read: ${reasonOf(error)}`,
          'a JSON file with a list of wallets',
          'Correct the path.',
        ),
        file,
      },
    ]
  }
}
