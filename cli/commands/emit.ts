/** `walletkit emit`: prints the text of the generated module, for bundlers that walletkit has no plugin for. */
import { dirname, join, relative, resolve } from 'node:path'
import { type Change, diffOf, readText, realChanges, writeChanges } from '../changes.ts'
import { messages } from '../messages.ts'
import { emit as print } from '../stages/emit.ts'
import { loadConfig } from '../stages/load.ts'
import { select } from '../stages/select.ts'
import { answer, type CommonFlags, say, tell } from './check.ts'

export type EmitFlags = CommonFlags & { out?: string; dryRun?: boolean }

/** Without `out` the text goes to stdout, so `dryRun` makes no difference. */
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
    const text = print(selection, root)
    if (json) answer({ ok: true, text })
    else process.stdout.write(text)
    return 0
  }
  const file = relative(root, resolve(root, out)).replaceAll('\\', '/')
  const path = join(root, file)
  const change: Change = { file, before: await readText(path), after: print(selection, dirname(path)) }
  const changed = realChanges([change]).length > 0
  if (dryRun) {
    if (json) answer({ ok: true, out: path, changed, dryRun: true, diff: diffOf([change]) })
    else process.stdout.write(diffOf([change]))
    return 0
  }
  await writeChanges(root, [change])
  if (json) answer({ ok: true, out: path, changed })
  else say(changed ? messages.emitted(file) : messages.upToDate(file))
  return 0
}
