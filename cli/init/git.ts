/** Checks whether a folder has uncommitted work. */
import { execFile } from 'node:child_process'

/**
 * Paths with changes, relative to the repository's root. Returns [] when everything is committed or the folder is not
 * in git.
 */
export function uncommitted(root: string): Promise<string[]> {
  return new Promise((done) => {
    execFile('git', ['status', '--porcelain', '-z'], { cwd: root, maxBuffer: 1e8 }, (error, out) => {
      done(error ? [] : out.split('\0').flatMap((line) => (/^.. ./.test(line) ? [line.slice(3)] : [])))
    })
  })
}
