/** Whether a folder holds work that git does not have yet. */
import { execFile } from 'node:child_process'

/** Paths with changes, from the repository's root; [] where all is committed, or nothing is under git. */
export function uncommitted(root: string): Promise<string[]> {
  return new Promise((done) => {
    execFile('git', ['status', '--porcelain', '-z'], { cwd: root, maxBuffer: 1e8 }, (error, out) => {
      done(error ? [] : out.split('\0').flatMap((line) => (/^.. ./.test(line) ? [line.slice(3)] : [])))
    })
  })
}
