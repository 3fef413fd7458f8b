/** Checks whether a folder has uncommitted work. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { headOf, read, type Repository, repositoryOf } from './gitFolder.ts'

/**
 * Paths with changes, relative to the repository's root. Returns [] when everything is committed, when the folder is
 * not in git, or when git cannot tell.
 *
 * Runs no program that the folder names, because the folder may come from somebody else. A git config can name programs
 * in many ways, also in other files and for objects that are missing, so git gets a new repository folder with a config
 * that is written here, and reads only the index and the objects of the project.
 */
export async function uncommitted(root: string): Promise<string[]> {
  const repository = await repositoryOf(root)
  if (!repository) return []
  // Git starts in the new folder too: Windows looks for programs in the current folder first, and the project could
  // contain one.
  const folder = await mkdtemp(join(tmpdir(), 'walletkit-git-'))
  try {
    return await statusOf(repository, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function statusOf(repository: Repository, folder: string): Promise<string[]> {
  const { top, own, common } = repository
  const head = await headOf(repository)
  await writeRepository(folder, common, head)
  const settings = [...(await userSettings(folder)), ...(await ownSettings(folder, join(common, 'config')))]
  // Finding renames would read file contents, which a partial clone may not have. A submodule has a config of its own,
  // which could name programs to run: `dirty` keeps git from looking into it, and leaves only its commit to compare.
  const status = ['status', '--porcelain', '-z', '--no-renames', '--ignore-submodules=dirty']
  const out = await git(folder, [...settings.flatMap((setting) => ['-c', setting]), ...status], {
    ...ALONE,
    GIT_DIR: folder,
    GIT_WORK_TREE: top,
    GIT_INDEX_FILE: join(own, 'index'),
    GIT_OBJECT_DIRECTORY: join(common, 'objects'),
  })
  const lines = (out ?? '').split('\0').filter((line) => /^.. ./.test(line))
  // If HEAD's commit is unknown, git compares the index with nothing: list only what differs from the index.
  return lines.filter((line) => head !== undefined || line[1] !== ' ').map((line) => line.slice(3))
}

/** An environment in which git reads no config of the system or the user, writes nothing and fetches nothing. */
const ALONE = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
}

async function writeRepository(folder: string, common: string, head: string | undefined): Promise<void> {
  const format = head?.length === 64 ? '1\n[extensions]\n\tobjectFormat = sha256' : '0'
  await writeFile(join(folder, 'config'), `[core]\n\tbare = false\n\trepositoryFormatVersion = ${format}\n`)
  await writeFile(join(folder, 'HEAD'), `${head || 'ref: refs/heads/none'}\n`)
  for (const name of ['refs', 'objects', 'info']) await mkdir(join(folder, name))
  for (const name of ['exclude', 'attributes']) {
    const text = await read(join(common, 'info', name))
    if (text !== undefined) await writeFile(join(folder, 'info', name), text)
  }
}

/** The git settings of the user and of the system that affect whether a file counts as changed. */
const userSettings = (folder: string) =>
  settingsOf(folder, ['--includes', '--get-regexp'], /^core\.(?:autocrlf|eol|excludesfile)=[^]+$/)

/**
 * The project's own git settings that affect whether a file counts as changed, if their values are known words. Does
 * not follow includes.
 */
const ownSettings = (folder: string, file: string) =>
  settingsOf(
    folder,
    ['--file', file, '--no-includes', '--get-regexp'],
    /^core\.(?:autocrlf|eol|filemode|ignorecase|precomposeunicode|symlinks)=(?:true|false|input|lf|crlf|native)$/,
  )

/** The settings of a config, each as `name=value`, that match `allowed`. */
async function settingsOf(folder: string, from: readonly string[], allowed: RegExp): Promise<string[]> {
  const out = await git(folder, ['config', '-z', ...from, '^core\\.'], { GIT_DIR: folder })
  const settings = (out ?? '').split('\0').map((setting) => setting.replace('\n', '='))
  return settings.filter((setting) => allowed.test(setting))
}

/**
 * The environment without git's variables about a repository: a git hook that starts this command sets them for its
 * own repository.
 */
const environment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^GIT_/i.test(name) || /^GIT_(?:EXEC_PATH|CONFIG_\D+)$/i.test(name),
    ),
  )

/** Runs git, and returns what it prints; undefined if it fails. */
const git = (cwd: string, args: readonly string[], env: Record<string, string>): Promise<string | undefined> =>
  new Promise((done) => {
    const options = { cwd, maxBuffer: 1e8, timeout: 60_000, env: { ...environment(), ...env } }
    execFile('git', args, options, (error, out) => done(error ? undefined : out))
  })
