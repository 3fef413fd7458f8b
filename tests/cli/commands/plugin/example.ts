/** Copies of the example plugin with mistakes, for tests of `plugin validate` and `plugin pack`. */
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { examine } from '../../../../cli/commands/plugin/validate.ts'
import { folder, repository } from '../../project.ts'

export type Change = [file: string, from: string, to: string]

/** Copies the example plugin, and replaces `from` by `to` once in each of these files. */
export async function example(...changes: Change[]): Promise<string> {
  const root = await folder()
  await cp(join(repository, 'tests/examples/tip-jar'), root, {
    recursive: true,
    filter: (path) => !/tip-jar\/(node_modules|dist)/.test(path),
  })
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'))
  for (const [file, from, to] of changes) {
    const text = await readFile(join(root, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
    await writeFile(join(root, file), text.replace(from, to))
  }
  return root
}

/** What `plugin validate` finds in such a copy. */
export const found = async (...changes: Change[]) => {
  const { findings } = await examine(await example(...changes))
  return findings.map(({ file, line, path, message, fix, level }) => ({
    at: `${file}:${line}`,
    path,
    message,
    fix,
    level,
  }))
}
