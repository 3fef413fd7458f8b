/** Reads the config that the studio edits, calculates what a change would write, and writes it. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { JsonObject } from '../../schema/pieces.ts'
import { writeInside } from '../changes.ts'
import { Failure } from '../failure.ts'
import { messages } from '../messages.ts'
import { rewrite } from '../stages/edit.ts'
import { unifiedDiff } from '../stages/diff.ts'
import { checkText, type Loaded } from '../stages/load.ts'
import { select } from '../stages/select.ts'

/** The config file. `hash` is the hash of its text, by which a write notices that the file changed meanwhile. */
export type OnDisk = { path: string; file: string; text: string; hash: string; value: JsonObject }

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Reads the config file that the studio edits.
 * @throws Failure when the file is missing or contains no JSON object, because a form cannot edit that
 */
export async function readConfigFile(path: string): Promise<OnDisk> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Failure(messages.noConfig(basename(path)))
  })
  const value = parse(text)
  if (!value) throw new Failure(messages.studioNoObject(basename(path)))
  return { path, file: basename(path), text, hash: hashOf(text), value }
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

export type Judged = {
  text: string
  diff: string
  issues: { path: string; message: string; fix: string }[]
  /** Notes of `walletkit check` for a config without issues, such as which features are left out; else empty. */
  notes: readonly string[]
  loaded: Loaded
}

/**
 * The text that the file would get for this value, and its issues. Parts that stay keep their text, order and spaces.
 */
export async function judge({ path, file, text }: OnDisk, value: JsonObject): Promise<Judged> {
  const next = rewrite(text, value)
  const loaded = await checkText(next, path, file)
  const selection = select(loaded)
  return {
    text: next,
    diff: unifiedDiff(file, text, next),
    issues: loaded.issues.map(({ path: at, message, fix }) => ({ path: at, message, fix })),
    notes: selection
      ? [...(selection.leftOut.length ? [messages.leftOut(selection.leftOut)] : []), ...selection.notes]
      : [],
    loaded,
  }
}

/**
 * Writes a new value of the config into its file.
 * @throws Failure when the file changed since `hash`, or when the config would have problems
 */
export async function save(onDisk: OnDisk, value: JsonObject, hash: string): Promise<OnDisk> {
  const now = await readConfigFile(onDisk.path)
  if (now.hash !== hash) throw new Failure(messages.studioChanged(now.file))
  const { text, issues } = await judge(now, value)
  if (issues.length) throw new Failure(messages.issues(issues.length, now.file))
  await writeInside(dirname(now.path), now.path, now.text, text)
  return readConfigFile(now.path)
}
