/** Checks whether a folder has uncommitted work. */
import { execFile } from 'node:child_process'

/**
 * Paths with changes, relative to the repository's root. Returns [] when everything is committed or the folder is not
 * in git. Runs no program that the folder's own `.git/config` names: the folder may come from somebody else.
 */
export async function uncommitted(root: string): Promise<string[]> {
  const names = await git(root, ['config', '--local', '--list', '--name-only', '-z'])
  const filters = (names ?? '')
    .split('\0')
    .filter((name) => /^filter\..*\.(clean|process|smudge|required)$/s.test(name))
  const settings = [
    ['core.fsmonitor', 'false'],
    ['core.hooksPath', '/dev/null'],
    ...filters.map((name) => [name, name.endsWith('.required') ? 'false' : ''] as const),
  ]
  // Settings in the environment win over the folder's, and a name may contain any sign.
  const env = Object.fromEntries(
    settings.flatMap(([name, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, name],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  )
  // A submodule has a config of its own, so do not look into it.
  const out = await git(root, ['status', '--porcelain', '-z', '--ignore-submodules=dirty'], {
    ...env,
    GIT_CONFIG_COUNT: String(settings.length),
  })
  return (out ?? '').split('\0').flatMap((line) => (/^.. ./.test(line) ? [line.slice(3)] : []))
}

/** Undefined if git fails. */
const git = (cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<string | undefined> =>
  new Promise((done) => {
    const options = { cwd, maxBuffer: 1e8, env: { ...process.env, ...env } }
    execFile('git', args, options, (error, out) => done(error ? undefined : out))
  })
