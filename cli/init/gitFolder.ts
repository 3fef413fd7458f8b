/** Reads the files of a repository's `.git` folder directly, without running git. */
import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

export type Repository = {
  /** The folder of the working tree. */
  top: string
  /** Where HEAD and the index are. */
  own: string
  /** Where the objects, the branches and the config are. Differs from `own` in a linked worktree. */
  common: string
}

/** The repository that a folder is in. */
export async function repositoryOf(root: string): Promise<Repository | undefined> {
  for (let top = resolve(root); ; top = dirname(top)) {
    const own = await gitFolder(top)
    if (own !== undefined) {
      const common = (await read(join(own, 'commondir')))?.trim()
      return { top, own, common: common ? resolve(own, common) : own }
    }
    if (top === dirname(top)) return undefined
  }
}

/** The `.git` folder of the repository at `top`. A linked worktree and a submodule have a file `.git` that names it. */
async function gitFolder(top: string): Promise<string | undefined> {
  const at = join(top, '.git')
  const [, named] = /^gitdir: (.+?)\r?\n?$/.exec((await read(at)) ?? '') ?? []
  const folder = named === undefined ? at : resolve(top, named)
  return (await read(join(folder, 'HEAD'))) === undefined ? undefined : folder
}

/**
 * The commit that HEAD is at: its id, '' before the first commit, or undefined when these files do not say it (newer
 * repositories can keep their branches in a binary format).
 */
export async function headOf({ own, common }: Repository): Promise<string | undefined> {
  const packed = ((await read(join(common, 'packed-refs'))) ?? '').split('\n')
  let text = await read(join(own, 'HEAD'))
  // A branch may be a name for another branch (a symbolic ref), so follow a few of them.
  for (let depth = 0; depth < 5; depth++) {
    const [id] = /^(?:[\da-f]{64}|[\da-f]{40})(?=\s|$)/.exec(text ?? '') ?? []
    if (id !== undefined) return id
    const [, branch] = /^ref: *(refs\/\S+)\s*$/.exec(text ?? '') ?? []
    if (branch === undefined || /(?:^|\/)\.|\.\./.test(branch)) return undefined
    const found = (await read(join(own, branch))) ?? (await read(join(common, branch)))
    text = found ?? packed.find((line) => line.trimEnd().endsWith(` ${branch}`))
    if (text === undefined) return ''
  }
  return undefined
}

/** The text of a file; undefined if it is no file or cannot be read. */
export async function read(file: string): Promise<string | undefined> {
  try {
    return (await stat(file)).isFile() ? await readFile(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}
