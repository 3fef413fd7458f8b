/**
 * `walletkit emit`: prints the generated module or writes it to a file, for builds without `walletkit/vite`, and for
 * those that use its option `emitted`.
 */
import { print as printOut } from '../answer.ts'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Change, diffOf, readText, realChanges, writeChanges } from '../changes.ts'
import { messages } from '../messages.ts'
import { emit as print } from '../stages/emit.ts'
import { emittedIcons, iconsOf } from '../stages/icons.ts'
import { emittedLanguages, readTexts } from '../stages/languages.ts'
import { loadConfig } from '../stages/load.ts'
import { select } from '../stages/select.ts'
import { answer, type CommonFlags, say, tell } from './check.ts'

/**
 * Makes the paths by which the module imports its JSON files, from a language's tag or `icons`. They are JSON because
 * bundlers can import that without a plugin.
 */
const fileOf = (name: string) => (tag: string) => `./${name}.${tag}.json`

export type EmitFlags = CommonFlags & { out?: string; dryRun?: boolean }

/**
 * Writes the module that a page imports to `out`, and its JSON files (texts by language, icons) beside it; with `dryRun`
 * prints the differences instead. Without `out`, prints only the module, to stdout. Returns the exit code.
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
  const icons = await iconsOf(selection)
  const printed = async (folder: string, moduleOf: (tag: string) => string) =>
    print(selection, folder, {
      languages: await emittedLanguages(selection, moduleOf),
      icons: await emittedIcons(selection, moduleOf('icons')),
    })
  if (out === undefined) {
    const text = await printed(root, fileOf('walletkit'))
    if (json) answer({ ok: true, text })
    else printOut(text)
    return 0
  }
  const file = relative(root, resolve(root, out)).replaceAll('\\', '/')
  const path = join(root, file)
  const moduleOf = fileOf(basename(path).replace(/\.\w+$/, ''))
  const beside = async (module: string, content: unknown): Promise<Change> => {
    const name = join(dirname(file), module).replaceAll('\\', '/')
    return { file: name, before: await readText(join(root, name)), after: `${JSON.stringify(content, null, 2)}\n` }
  }
  const languages = await emittedLanguages(selection, moduleOf)
  const changes: Change[] = [
    { file, before: await readText(path), after: await printed(dirname(path), moduleOf) },
    ...(await Promise.all(
      languages
        .filter(({ tag }) => tag !== 'en')
        .map(async ({ tag, module }) => beside(module, await readTexts(tag, selection.plugins))),
    )),
    ...(icons ? [await beside(moduleOf('icons'), icons)] : []),
  ]
  const changed = realChanges(changes).length > 0
  if (dryRun) {
    if (json) answer({ ok: true, out: path, changed, dryRun: true, diff: diffOf(changes) })
    else printOut(diffOf(changes))
    return 0
  }
  await writeChanges(root, changes)
  if (json) answer({ ok: true, out: path, changed })
  else say(changed ? messages.emitted(file) : messages.upToDate(file))
  return 0
}
