/** The file changes of a command: shown as a diff, or written all together. */
import { lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { Failure } from './failure.ts'
import { unifiedDiff } from './stages/diff.ts'

export type Change = {
  /** The path relative to the project's folder, with `/` as separator. */
  file: string
  /** Undefined when the file is new. */
  before: string | undefined
  after: string
}

/** Leaves out the files whose text stays the same. */
export const realChanges = (changes: readonly Change[]) => changes.filter(({ before, after }) => before !== after)

export const diffOf = (changes: readonly Change[]) =>
  changes.map(({ file, before, after }) => unifiedDiff(file, before, after)).join('')

/**
 * Writes every change or none: if one write fails, it restores the files that it has changed.
 * @throws Failure if a file or a folder on its path is a link that leads out of the project, or to nothing
 * @throws Error if a write fails; its message names the files that could not be restored
 */
export async function writeChanges(root: string, changes: readonly Change[]): Promise<void> {
  for (const { file } of realChanges(changes)) await stayInside(root, file)
  const done: Change[] = []
  try {
    for (const change of realChanges(changes)) {
      const path = join(root, change.file)
      await mkdir(dirname(path), { recursive: true })
      // Add the change before the write: a write that fails in the middle leaves half a file, which must be restored
      // too.
      done.push(change)
      await writeFile(path, change.after)
    }
  } catch (error) {
    const lost: string[] = []
    for (const { file, before } of done) {
      const path = join(root, file)
      await (before === undefined ? rm(path, { force: true }) : writeFile(path, before)).catch(() => undefined)
      if ((await readText(path).catch(() => undefined)) !== before) lost.push(file)
    }
    if (!lost.length) throw error
    throw new Error(`${error instanceof Error ? error.message : ''} Not restored: ${lost.join(', ')}.`, {
      cause: error,
    })
  }
}

/**
 * Throws a Failure if a link in the project leads out of it, or to nothing yet. Otherwise a project from a stranger
 * could make walletkit overwrite any file of the user. A path that is outside without a link is the user's choice.
 */
async function stayInside(root: string, file: string): Promise<void> {
  const isOutside = (from: string, to: string) => /^\.\.([\\/]|$)/.test(relative(from, to))
  for (let path = resolve(root, file); path !== resolve(root) && !isOutside(root, path); path = dirname(path)) {
    if (!(await lstat(path).catch(() => undefined))) continue
    const real = await realpath(path).catch(() => undefined)
    if (real === undefined || isOutside(await realpath(root), real))
      throw new Failure(`${file} is a link that leads out of the project. Nothing was written: replace it by a file.`)
    return
  }
}

/** Writes one file of a project, at a path that may be anywhere in it. @throws Failure as `writeChanges` does */
export const writeInside = (root: string, path: string, before: string | undefined, after: string): Promise<void> =>
  writeChanges(root, [{ file: relative(root, path).replaceAll('\\', '/'), before, after }])

/** Returns a file's text, or undefined when the file does not exist. */
export const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
