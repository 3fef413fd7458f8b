/** `walletkit emit`: the module text, for bundlers without a plugin of ours. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { messages } from '../messages.ts'
import { emit as print } from '../stages/emit.ts'
import { loadConfig } from '../stages/load.ts'
import { select } from '../stages/select.ts'
import { answer, type CommonFlags, say, tell } from './check.ts'

export async function emit({
  config,
  json,
  out,
  root = process.cwd(),
}: CommonFlags & { out?: string }): Promise<number> {
  const loaded = await loadConfig(root, config)
  const selection = select(loaded)
  if (!selection) {
    if (json) answer({ ok: false, file: loaded.file, issues: loaded.issues })
    tell(loaded, selection, false)
    return 1
  }
  const text = print(selection, out === undefined ? resolve(root) : dirname(resolve(root, out)))
  if (out === undefined) {
    if (json) answer({ ok: true, text })
    else process.stdout.write(text)
    return 0
  }
  const path = resolve(root, out)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  if (json) answer({ ok: true, out: path })
  else say(messages.emitted(out))
  return 0
}
