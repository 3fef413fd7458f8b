/** A project's folder -> its config, checked. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Issue } from '../../schema/issue.ts'
import { issue } from '../../schema/issue.ts'
import { extendSchema } from '../../schema/compose.ts'
import { isObject, type Json, type JsonObject } from '../../schema/pieces.ts'
import { readConfig, type Rules } from '../../schema/validate.ts'
import { Failure, reasonOf } from '../failure.ts'
import { CONFIG_FILE, messages } from '../messages.ts'
import { loadGuests } from '../guests.ts'
import { loadChains, loadPieces, readSchema, readVersion } from '../package.ts'

export type Loaded = {
  path: string
  /** As it is shown: the name that was asked for. */
  file: string
  text: string
  /** What it is read from, as absolute paths: the config, and the JSON file that its `wallets.list` names. */
  files: string[]
  rules: Rules
  /** Absent when there are issues. */
  value: JsonObject | undefined
  issues: Issue[]
}

let rules: Promise<Rules> | undefined

/** What a config may say that brings no plugin of its own, read once per process. */
export const loadRules = (): Promise<Rules> =>
  (rules ??= Promise.all([readSchema(), loadPieces(), loadChains(), readVersion()]).then(
    ([schema, pieces, chains, version]) => ({ schema, pieces, chains, version }),
  ))

/** The same with the plugins that the config names, as far as the text can be read at all. */
async function rulesFor(root: string, text: string): Promise<Rules> {
  const own = await loadRules()
  const { pieces, issues } = await loadGuests(root, roughly(text)?.plugins)
  if (!pieces.length) return { ...own, found: issues }
  // Of two that claim one name the second is left out here; the issue of the conflict says which.
  const known = new Set(own.pieces.map(({ feature }) => feature))
  const free = pieces.filter(({ feature }) => !known.has(feature) && known.add(feature))
  return { ...own, schema: extendSchema(own.schema, free), pieces: [...own.pieces, ...pieces], found: issues }
}

/** A config as far as it can be read: before anything is checked. */
function roughly(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) ? value : undefined
  } catch {
    // The reader says what is wrong with the text.
    return undefined
  }
}

function filesOf(text: string, path: string): string[] {
  const wallets = roughly(text)?.wallets
  const list = isObject(wallets) ? wallets.list : undefined
  return [path, ...(typeof list === 'string' ? [resolve(dirname(path), list)] : [])]
}

/** Throws a Failure when there is no such file. */
export async function loadConfig(root: string, name = CONFIG_FILE): Promise<Loaded> {
  const path = resolve(root, name)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(error.code === 'ENOENT' ? messages.noConfig(name) : messages.unreadable(name, reasonOf(error)))
  })
  return checkText(text, path, name)
}

/** A text that stands at `path`, or would. */
export async function checkText(text: string, path: string, name: string): Promise<Loaded> {
  const known = await rulesFor(dirname(path), text)
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

/** Reads the JSON file that `wallets.list` names, from the config's folder. */
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
