/** `walletkit types`: writes the type declarations of `virtual:walletkit` into the project. */
import { print } from '../answer.ts'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { WriteFlags } from '../ask.ts'
import { type Change, diffOf, readText, realChanges, writeChanges } from '../changes.ts'
import { messages } from '../messages.ts'
import { declareModule, declares } from '../stages/types.ts'
import { answer, say } from './check.ts'

const FILE = 'walletkit.d.ts'
/**
 * The declaration file's name if a source file already has the usual name, as the file that `import` writes does:
 * TypeScript ignores a declaration file beside a source file of the same name.
 */
const OTHER_FILE = 'walletkit-env.d.ts'

export type TypesFlags = WriteFlags & { out?: string; check?: boolean }

/**
 * Writes the declaration file. With `--check` it writes nothing, and resolves with the exit code 1 when the file is
 * missing or out of date.
 */
export async function types({ out, check, dryRun, json, root: folder = process.cwd() }: TypesFlags): Promise<number> {
  const root = resolve(folder)
  const change = await typesChange(root, out)
  const stale = realChanges([change]).length > 0
  if (check) {
    if (json) answer({ ok: !stale, file: change.file, stale })
    else say(stale ? messages.stale(change.file, 'walletkit types') : messages.upToDate(change.file))
    return stale ? 1 : 0
  }
  if (dryRun) {
    if (json) answer({ ok: true, file: change.file, changed: stale, dryRun: true, diff: diffOf([change]) })
    else print(diffOf([change]))
    return 0
  }
  await writeChanges(root, [change])
  if (json) answer({ ok: true, file: change.file, changed: stale })
  else say(stale ? messages.emitted(change.file) : messages.upToDate(change.file))
  return 0
}

/**
 * The declaration file with its new text. Without `out`, it is the file that already declares the module, else a new
 * one in src, or in the root if there is no src. `coming`: source files that are written in the same run.
 */
export async function typesChange(root: string, out?: string, coming: readonly string[] = []): Promise<Change> {
  const file =
    out === undefined ? await findFile(root, coming) : relative(root, resolve(root, out)).replaceAll('\\', '/')
  const before = await readText(join(root, file))
  return { file, before, after: declareModule(before) }
}

async function findFile(root: string, coming: readonly string[]): Promise<string> {
  /** Whether TypeScript ignores a declaration file, because a source file of the same name is beside it. */
  const isHidden = (file: string) =>
    ['.ts', '.tsx']
      .map((ending) => file.replace(/\.d\.ts$/, ending))
      .some((each) => coming.includes(each) || existsSync(join(root, each)))
  const folders = ['src', '.', 'types'].filter((name) => existsSync(join(root, name)))
  for (const folder of folders) {
    const names = await readdir(join(root, folder))
    for (const name of names.filter((each) => each.endsWith('.d.ts')).sort()) {
      const file = folder === '.' ? name : `${folder}/${name}`
      if (!isHidden(file) && declares((await readText(join(root, file))) ?? '')) return file
    }
  }
  const folder = folders.includes('src') ? 'src/' : ''
  return folder + (isHidden(folder + FILE) ? OTHER_FILE : FILE)
}
