/** What a command would write: shown as a diff, or written as a whole. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unifiedDiff } from './stages/diff.ts'

export type Change = {
  /** From the project's folder, with `/`. */
  file: string
  /** Undefined where the file is new. */
  before: string | undefined
  after: string
}

/** Files that would stay as they are, left out. */
export const realChanges = (changes: readonly Change[]) => changes.filter(({ before, after }) => before !== after)

export const diffOf = (changes: readonly Change[]) =>
  changes.map(({ file, before, after }) => unifiedDiff(file, before, after)).join('')

/** Writes every change, or none: what was written is taken back when one fails. */
export async function writeChanges(root: string, changes: readonly Change[]): Promise<void> {
  const done: Change[] = []
  try {
    for (const change of realChanges(changes)) {
      const path = join(root, change.file)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, change.after)
      done.push(change)
    }
  } catch (error) {
    for (const { file, before } of done) {
      const path = join(root, file)
      await (before === undefined ? rm(path, { force: true }) : writeFile(path, before))
    }
    throw error
  }
}

/** A file's text; undefined where there is none. */
export const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
