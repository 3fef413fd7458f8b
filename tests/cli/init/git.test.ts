import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { uncommitted } from '../../../cli/init/git.ts'
import { folder } from '../project.ts'

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd, stdio: 'ignore' })

async function repository() {
  const root = await folder({ 'a.txt': 'a', 'b.txt': 'b', '.gitattributes': '*.txt filter=theirs' })
  git(root, 'init', '-q')
  git(root, 'add', '.')
  git(root, 'commit', '-qm', 'x')
  return root
}

it('names what is not committed', async () => {
  const root = await repository()
  expect(await uncommitted(root)).toEqual([])
  appendFileSync(join(root, 'a.txt'), 'more')
  expect(await uncommitted(root)).toEqual(['a.txt'])
  expect(await uncommitted(await folder({ 'a.txt': 'a' }))).toEqual([])
})

it.each([
  ['core.fsmonitor', []],
  ['filter.theirs.clean', []],
  ['filter.theirs.process', ['filter.theirs.required', 'true']],
])('runs no program that the folder names as %s', async (name, more) => {
  const root = await repository()
  git(root, 'config', name, `touch ${join(root, '.git/ran')}; cat`)
  if (more[0] && more[1]) git(root, 'config', more[0], more[1])
  // A new time makes git read the file again, through its filter.
  utimesSync(join(root, 'b.txt'), 1, 1)
  await uncommitted(root)
  expect(existsSync(join(root, '.git/ran'))).toBe(false)
  // The test can fail: plain git runs it.
  utimesSync(join(root, 'b.txt'), 2, 2)
  try {
    git(root, 'status')
  } catch {
    // A filter that speaks no protocol makes git fail after it ran.
  }
  expect(existsSync(join(root, '.git/ran'))).toBe(true)
})
