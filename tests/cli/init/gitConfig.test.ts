import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { uncommitted } from '../../../cli/init/git.ts'
import { folder } from '../project.ts'

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  }).trim()

async function repository(...init: string[]) {
  const root = await folder({ 'a.txt': 'one', 'b.txt': 'one', '.gitattributes': '*.txt filter=theirs\n' })
  git(root, 'init', '-q', ...init)
  git(root, 'add', '.')
  git(root, 'commit', '-qm', 'x')
  return root
}

const config = (root: string, text: string) => appendFileSync(join(root, '.git/config'), text)

/** A program of the folder. It leaves a mark when it runs. */
function program(root: string, more = 'cat'): string {
  const file = join(root, '.git/program.sh')
  writeFileSync(file, `#!/bin/sh\ntouch '${join(root, '.git/ran')}'\n${more}\n`)
  chmodSync(file, 0o755)
  return file
}

async function expectNotRun(root: string) {
  const ran = join(root, '.git/ran')
  const found = await uncommitted(root)
  expect(existsSync(ran)).toBe(false)
  // The test can fail: plain git runs it.
  try {
    git(root, 'status')
  } catch {
    // The program speaks no protocol, so git fails after it ran.
  }
  expect(existsSync(ran)).toBe(true)
  return found
}

describe('runs no program that the config names', () => {
  it.each([
    ['in an included file', 'more', '[include]\n\tpath = more\n'],
    ['in a file included on a condition', 'more', '[includeIf "gitdir:**"]\n\tpath = more\n'],
    [
      'in the config of the worktree',
      'config.worktree',
      '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n',
    ],
  ])('%s', async (_where, file, text) => {
    const root = await repository()
    writeFileSync(join(root, '.git', file), `[filter "theirs"]\n\tclean = ${program(root)}\n`)
    config(root, text)
    writeFileSync(join(root, 'a.txt'), 'two')
    expect(await expectNotRun(root)).toEqual(['a.txt'])
  })

  it('to fetch what a partial clone does not have', async () => {
    const root = await repository()
    const tree = git(root, 'rev-parse', 'HEAD^{tree}')
    config(
      root,
      `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ${root}/.git\n\tpromisor = true\n\tuploadpack = ${program(root, 'exit 1')}\n`,
    )
    rmSync(join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)))
    // The index remembers the tree until it changes.
    writeFileSync(join(root, 'c.txt'), 'two')
    git(root, 'add', 'c.txt')
    rmSync(join(root, '.git/ran'), { force: true })
    await expectNotRun(root)
  })
})

describe('names what is not committed', () => {
  it('in a linked worktree and in a folder of it', async () => {
    const root = await repository()
    const other = join(await folder({}), 'other')
    git(root, 'worktree', 'add', '-q', other)
    git(root, 'pack-refs', '--all')
    await mkdir(join(other, 'app'))
    expect(await uncommitted(join(other, 'app'))).toEqual([])
    writeFileSync(join(other, 'app/new.txt'), '')
    writeFileSync(join(other, 'b.txt'), 'two')
    expect(await uncommitted(join(other, 'app'))).toEqual(['b.txt', 'app/'])
    expect(await uncommitted(root)).toEqual([])
  })

  it('when the index is in two files, and when ids are long', async () => {
    const root = await repository('--object-format=sha256')
    expect(await uncommitted(root)).toEqual([])
    git(root, 'update-index', '--split-index')
    expect(await uncommitted(root)).toEqual([])
    git(root, 'mv', 'a.txt', 'new name.txt')
    expect(await uncommitted(root)).toEqual(['a.txt', 'new name.txt'])
  })

  it('before the first commit', async () => {
    const root = await folder({ 'a.txt': 'one', 'b.log': 'one' })
    git(root, 'init', '-q')
    writeFileSync(join(root, '.git/info/exclude'), '*.log\n')
    expect(await uncommitted(root)).toEqual(['a.txt'])
    git(root, 'add', '.')
    expect(await uncommitted(root)).toEqual(['a.txt'])
  })

  it('as the project compares files', async () => {
    const root = await repository()
    chmodSync(join(root, 'a.txt'), 0o755)
    expect(await uncommitted(root)).toEqual(['a.txt'])
    git(root, 'config', 'core.fileMode', 'false')
    expect(await uncommitted(root)).toEqual([])
  })

  it('in the files only, when the branches cannot be read', async () => {
    const root = await repository()
    writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/.invalid\n')
    expect(await uncommitted(root)).toEqual([])
    writeFileSync(join(root, 'a.txt'), 'two')
    expect(await uncommitted(root)).toEqual(['a.txt'])
  })
})
