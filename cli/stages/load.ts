/** A project's folder -> its config, checked. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Issue } from '../../schema/issue.ts'
import { issue } from '../../schema/issue.ts'
import type { Json, JsonObject } from '../../schema/pieces.ts'
import { readConfig, type Rules } from '../../schema/validate.ts'
import { Failure, reasonOf } from '../failure.ts'
import { CONFIG_FILE, messages } from '../messages.ts'
import { loadChains, loadPieces, readSchema } from '../package.ts'

export type Loaded = {
  path: string
  /** As it is shown: the name that was asked for. */
  file: string
  text: string
  rules: Rules
  /** Absent when there are issues. */
  value: JsonObject | undefined
  issues: Issue[]
}

let rules: Promise<Rules> | undefined

/** What a config may say, read once per process. */
export const loadRules = (): Promise<Rules> =>
  (rules ??= Promise.all([readSchema(), loadPieces(), loadChains()]).then(([schema, pieces, chains]) => ({
    schema,
    pieces,
    chains,
  })))

/** Throws a Failure when there is no such file. */
export async function loadConfig(root: string, name = CONFIG_FILE): Promise<Loaded> {
  const path = resolve(root, name)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(error.code === 'ENOENT' ? messages.noConfig(name) : messages.unreadable(name, reasonOf(error)))
  })
  const known = await loadRules()
  const { value, issues } = readConfig(text, name, known)
  const unread = value ? checkList(value, path, name) : []
  return {
    path,
    file: basename(name),
    text,
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
