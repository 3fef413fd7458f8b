/** Writes a third-party plugin into the config, after the user's consent. */
import { print } from '../answer.ts'
import { basename, dirname, join, resolve } from 'node:path'
import type { JsonObject, Piece } from '../../schema/pieces.ts'
import type { WriteFlags } from '../ask.ts'
import type { Unpacked } from '../guests.ts'
import { readText, writeChanges } from '../changes.ts'
import { unifiedDiff } from '../stages/diff.ts'
import { checkText, type Loaded } from '../stages/load.ts'
import { addEntry } from '../stages/plugin/entry.ts'
import { takenBy } from '../stages/plugin/names.ts'
import type { News } from '../stages/plugin/news.ts'
import { answer, say, tell } from './check.ts'
import { askOptions, missingOptions } from './guestOptions.ts'
import type { Install } from './installGuest.ts'
import { messages } from './plugin/messages.ts'

export type GuestFlags = WriteFlags & {
  install?: boolean
  /** Values for the plugin's options, each as `name=value`. */
  option?: readonly string[]
}

const SCHEMA = 'walletkit.schema.json'

export type Addition = {
  /** The plugin, as the user wrote it. */
  spec: string
  /** The plugin, as the config names it. */
  name: string
  piece: Piece
  /** What is new in the plugin since the config named it; undefined for a plugin that the config does not name yet. */
  news: News | undefined
  /** The option values from the `--option` flags. */
  given: JsonObject
  install: Install | undefined
  /** Where the plugin's tarball was unpacked; undefined once the plugin is installed, and without a tarball. */
  unpacked: Unpacked | undefined
}

/** The text that lists a plugin's permissions, and which are new if the config names the plugin already. */
export const screen = ({ name, piece, news }: Addition) =>
  news ? messages.updates(name, news, piece) : messages.asks(name, piece.guest?.version, piece)

/** The config with the plugin's entry and options. */
export const entryText = ({ name, piece }: Addition, text: string, options: JsonObject) =>
  addEntry(text, { name, feature: piece.feature, permissions: piece.permissions, options })

/**
 * Asks for consent and for required options, and writes the config. Returns 1 if the user declines, or if the new
 * config would have issues.
 */
export async function writeGuest(addition: Addition, loaded: Loaded, flags: GuestFlags): Promise<number> {
  const { name, piece, news, given, install } = addition
  const { json, dryRun } = flags
  const { feature, permissions } = piece
  const facts = { name, id: piece.id, feature, permissions, installed: install !== undefined && !dryRun }
  const told = { ...facts, ...(news && { update: news }) }
  const missing = missingOptions(piece, loaded.text, given)
  let options = given
  if (missing.length) {
    say(screen(addition))
    const answers = (await consents(addition, loaded, flags)) ? await askOptions(missing, piece) : undefined
    if (!answers) return declined(addition)
    options = { ...given, ...answers }
  }
  const after = entryText(addition, loaded.text, options)
  const isSame = after === loaded.text
  if (isSame && !install) {
    if (json) answer({ ok: true, ...told, changed: false })
    else say(messages.alreadyNamed(name, feature))
    return 0
  }
  const checked = await checkText(after, loaded.path, loaded.file, addition.unpacked)
  if (checked.issues.length) {
    if (json) answer({ ok: false, file: loaded.file, issues: checked.issues })
    tell(checked, undefined, json === true)
    return declined(addition)
  }
  if (!missing.length && (!json || !dryRun)) say(screen(addition))
  if (dryRun) {
    const diff = unifiedDiff(loaded.file, loaded.text, after)
    if (json) answer({ ok: true, ...told, changed: !isSame, dryRun, install: install?.shown, diff })
    else {
      if (install) say(messages.wouldInstall(install.shown))
      print(diff)
    }
    return 0
  }
  if (!isSame && !missing.length && !(await consents(addition, loaded, flags))) return declined(addition)
  await writeConfig(loaded, checked)
  if (json) answer({ ok: true, ...told, changed: !isSame })
  else say(news ? messages.updated(name, news.to, feature) : messages.added(name, feature))
  return 0
}

function declined({ news }: Addition): number {
  say(news ? messages.unchanged : messages.declined)
  return 1
}

async function consents({ piece, news }: Addition, { rules }: Loaded, flags: GuestFlags): Promise<boolean> {
  const ours = rules.pieces.filter(({ guest }) => !guest)
  const taken = takenBy(piece.id, ours)
  if (taken !== undefined) say(messages.lookAlike(piece.id, taken))
  say(messages.warned)
  return agrees(news ? messages.consentAgain : messages.consent, flags)
}

export const isTerminal = ({ json }: GuestFlags) =>
  !json && process.stdin.isTTY === true && process.stdout.isTTY === true

/** Asks for consent. Unlike `confirm`, returns false without a terminal and with `--json`, unless `--yes` is set. */
export async function agrees(question: string, flags: GuestFlags): Promise<boolean> {
  if (flags.yes) return true
  if (!isTerminal(flags)) return false
  const { default: prompts } = await import('prompts')
  const { go } = (await prompts({ type: 'confirm', name: 'go', message: question, initial: false })) as { go?: unknown }
  return go === true
}

/**
 * Writes the changed config and, if the config names it as its `$schema`, the schema file, so that editors complete the
 * plugins' options. Writes both files or none.
 * @throws Failure as `writeChanges` does
 */
export async function writeConfig({ path, text: before }: Loaded, { text: after, rules }: Loaded): Promise<void> {
  const root = dirname(path)
  const config = { file: basename(path), before, after }
  const { $schema } = JSON.parse(after.replace(/^\ufeff/, '')) as { $schema?: unknown }
  const file = join(root, SCHEMA)
  if (typeof $schema !== 'string' || resolve(root, $schema) !== file) return writeChanges(root, [config])
  const schema = {
    before: await readText(file).catch(() => undefined),
    after: `${JSON.stringify(rules.schema, null, 2)}\n`,
  }
  return writeChanges(root, [config, { file: SCHEMA, ...schema }])
}
