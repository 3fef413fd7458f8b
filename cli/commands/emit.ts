/** `walletkit emit`: prints the text of the generated module, for bundlers that walletkit has no plugin for. */
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Change, diffOf, readText, realChanges, writeChanges } from '../changes.ts'
import { messages } from '../messages.ts'
import { emit as print } from '../stages/emit.ts'
import { emittedLanguages, readTexts } from '../stages/languages.ts'
import { loadConfig } from '../stages/load.ts'
import { select } from '../stages/select.ts'
import { answer, type CommonFlags, say, tell } from './check.ts'

/** The path of a language's file, which is beside the module: bundlers import JSON without a plugin. */
const fileOf = (name: string) => (tag: string) => `./${name}.${tag}.json`

export type EmitFlags = CommonFlags & { out?: string; dryRun?: boolean }

/**
 * Without `out` the module goes to stdout, so `dryRun` makes no difference, and the files of its languages are not written.
 */
export async function emit({ config, json, out, dryRun, root: folder = process.cwd() }: EmitFlags): Promise<number> {
  const root = resolve(folder)
  const loaded = await loadConfig(root, config)
  const selection = select(loaded)
  if (!selection) {
    if (json) answer({ ok: false, file: loaded.file, issues: loaded.issues })
    tell(loaded, selection, false)
    return 1
  }
  if (out === undefined) {
    const text = print(selection, root, { languages: await emittedLanguages(selection, fileOf('walletkit')) })
    if (json) answer({ ok: true, text })
    else process.stdout.write(text)
    return 0
  }
  const file = relative(root, resolve(root, out)).replaceAll('\\', '/')
  const path = join(root, file)
  const languages = await emittedLanguages(selection, fileOf(basename(path).replace(/\.\w+$/, '')))
  const texts = languages
    .filter(({ tag }) => tag !== 'en')
    .map(async ({ tag, module }): Promise<Change> => {
      const beside = join(dirname(file), module).replaceAll('\\', '/')
      const after = `${JSON.stringify(await readTexts(tag, selection.plugins), null, 2)}\n`
      return { file: beside, before: await readText(join(root, beside)), after }
    })
  const changes: Change[] = [
    { file, before: await readText(path), after: print(selection, dirname(path), { languages }) },
    ...(await Promise.all(texts)),
  ]
  const changed = realChanges(changes).length > 0
  if (dryRun) {
    if (json) answer({ ok: true, out: path, changed, dryRun: true, diff: diffOf(changes) })
    else process.stdout.write(diffOf(changes))
    return 0
  }
  await writeChanges(root, changes)
  if (json) answer({ ok: true, out: path, changed })
  else say(changed ? messages.emitted(file) : messages.upToDate(file))
  return 0
}
