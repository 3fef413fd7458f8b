/** `walletkit upgrade`: migrates an older config to the current form and keeps its formatting. */
import { print } from '../answer.ts'
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isObject } from '../../schema/pieces.ts'
import { confirm, type WriteFlags } from '../ask.ts'
import { type Change, diffOf, writeChanges } from '../changes.ts'
import { Failure } from '../failure.ts'
import { messages } from '../messages.ts'
import { rewrite } from '../stages/edit.ts'
import { loadConfig } from '../stages/load.ts'
import { migrate } from '../stages/migrate.ts'
import { upwards } from '../stages/packageManager.ts'
import { answer, say, tell } from './check.ts'

const SCHEMA = 'node_modules/walletkit/schema/generated/schema.json'

/** Exits with 1 if the config is not a JSON object or, without `--dry-run`, still has issues after the migrations. */
export async function upgrade(flags: WriteFlags): Promise<number> {
  const { config, json, dryRun } = flags
  const root = resolve(flags.root ?? process.cwd())
  const loaded = await loadConfig(root, config)
  const value = parse(loaded.text)
  if (!value) {
    if (json) answer({ ok: false, file: loaded.file, issues: loaded.issues })
    tell(loaded, undefined, json === true)
    return 1
  }
  const folder = dirname(loaded.path)
  const { config: after, from, to, notes } = migrate(value, { schema: schemaFrom(folder) })
  const file = relative(root, loaded.path).replaceAll('\\', '/')
  const change: Change = { file, before: loaded.text, after: notes.length ? rewrite(loaded.text, after) : loaded.text }
  const facts = { file: loaded.file, from, to, changed: notes.length > 0, notes }
  if (dryRun) {
    if (json) answer({ ok: true, ...facts, dryRun: true, diff: diffOf([change]) })
    else print(diffOf([change]))
    return 0
  }
  if (notes.length && !(await confirm(messages.write(loaded.file), flags))) throw new Failure(messages.nothingWritten)
  await writeChanges(root, [change])
  const { issues } = await loadConfig(root, config)
  if (json) answer({ ok: !issues.length, ...facts, issues })
  else {
    for (const note of notes) say(note)
    say(notes.length ? messages.emitted(loaded.file) : messages.upToDate(loaded.file))
    if (issues.length) say(messages.issuesLeft(issues.length))
  }
  return issues.length ? 1 : 0
}

/** Returns undefined when the text is not a JSON object. */
function parse(text: string) {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The path of the installed schema. In a monorepo it may be in a parent folder. */
function schemaFrom(folder: string): string {
  const home = upwards(folder).find((each) => existsSync(join(each, SCHEMA))) ?? folder
  const path = relative(folder, join(home, SCHEMA)).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}
