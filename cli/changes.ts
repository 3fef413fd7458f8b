/** The file changes of a command: shown as a diff, or written all together. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

/** Writes every change or none: if one write fails, it restores the files that it has changed. */
export async function writeChanges(root: string, changes: readonly Change[]): Promise<void> {
  const done: Change[] = []
  try {
    for (const change of realChanges(changes)) {
      const path = join(root, change.file)
      await mkdir(dirname(path), { recursive: true })
      // Before it is written: a write that fails in the middle leaves half a file.
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

/** Returns a file's text, or undefined when the file does not exist. */
export const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
