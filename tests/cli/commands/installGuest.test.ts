import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { MANIFEST, project } from '../guestProject.ts'
import { folder, write } from '../project.ts'

const platform = Object.getOwnPropertyDescriptor(process, 'platform')
afterEach(() => {
  vi.unstubAllEnvs()
  if (platform) Object.defineProperty(process, 'platform', platform)
})

/** A tarball with a plugin whose package.json has this name. npm itself packs none with such a name. */
async function named(root: string, name: string): Promise<string> {
  await write(root, {
    'made/package/index.js': MANIFEST('coin-toss'),
    'made/package/package.json': JSON.stringify({ name, version: '1.0.0', walletkit: { plugin: './index.js' } }),
  })
  execFileSync('tar', ['--format=ustar', '-czf', join(root, 'made.tgz'), 'package'], { cwd: join(root, 'made') })
  return './made.tgz'
}

it.each(['--prefix=/tmp/other', '-g', 'a&calc', '../up', 'a b', '$(touch x)', 'a\u001b[2J', ''])(
  'a tarball of a package called %j is refused before anything runs',
  async (name) => {
    const { root, read, walletkit } = await project()
    const before = await read()
    const { code, err } = await walletkit('add', await named(root, name), '--yes')
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('is no name of an npm package') as string })
    expect(err).not.toContain('\u001b')
    expect(await read()).toBe(before)
  },
)

it('leaves no temporary folder of a tarball that cannot be unpacked', async () => {
  const { root } = await project()
  await write(root, {
    'one/package/package.json': '{ "name": "coin-toss", "version": "1.0.0", "walletkit": { "plugin": "./index.js" } }',
    'one/package/views.js': 'a file',
    'two/package/views.js/View.js': 'a file in a folder of the same name',
    'temporary/.keep': '',
  })
  execFileSync('tar', ['--format=ustar', '-cf', 'made.tar', '-C', 'one', 'package/package.json', 'package/views.js'], {
    cwd: root,
  })
  execFileSync('tar', ['--format=ustar', '-rf', 'made.tar', '-C', 'two', 'package/views.js/View.js'], { cwd: root })
  execFileSync('gzip', ['-S', '.tgz', 'made.tar'], { cwd: root })
  vi.stubEnv('TMPDIR', join(root, 'temporary'))
  const { add } = await import('../../../cli/commands/feature.ts')
  await expect(add('./made.tar.tgz', { root, yes: true })).rejects.toThrow()
  expect(await readdir(join(root, 'temporary'))).toEqual(['.keep'])
})

it('an install that is taken back restores package.json, and leaves no lockfile that was not there', async () => {
  const { root } = await project()
  const bin = await folder({
    npm: `#!/bin/sh\nprintf '%s\\n' "$*" >> '${join(root, 'npm.log')}'\necho '{ "dependencies": { "other": "1" } }' > package.json\necho '{}' > package-lock.json\n`,
  })
  await chmod(join(bin, 'npm'), 0o755)
  const { installOf } = await import('../../../cli/commands/installGuest.ts')
  const spec = { spec: './q.tgz', name: 'coin-toss', isPath: true, isTarball: true }
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH ?? ''}`)
  vi.stubEnv('npm_config_user_agent', 'npm/10')
  const before = await readFile(join(root, 'package.json'), 'utf8')
  const files = await readdir(root)
  const install = await installOf(spec, root, root, undefined)
  await install?.run()
  await install?.undo()
  expect(await readFile(join(root, 'npm.log'), 'utf8')).toBe(
    'install --ignore-scripts -- ./q.tgz\ninstall --ignore-scripts\n',
  )
  expect(await readFile(join(root, 'package.json'), 'utf8')).toBe(before)
  expect((await readdir(root)).filter((file) => file !== 'npm.log')).toEqual(files)
})

it.each([
  { version: '1.22.22', add: 'add --ignore-scripts ./q.tgz', back: 'install --ignore-scripts', setting: '' },
  { version: '4.9.1', add: 'add ./q.tgz', back: 'install', setting: 'false' },
  { version: '', add: 'add --ignore-scripts ./q.tgz', back: 'install --ignore-scripts', setting: '' },
])('Yarn $version runs no scripts of a package that is added, taken back or removed', async (yarn) => {
  const { version, add, back, setting } = yarn
  const { root } = await project()
  const log = join(root, 'yarn.log')
  // What Yarn does with the flag and with the setting is Yarn's own; here we see what it is told.
  const bin = await folder({
    yarn: `#!/bin/sh\nif [ "$1" = --version ]; then echo '${version}'; else printf '%s|%s\\n' "$*" "$YARN_ENABLE_SCRIPTS" >> '${log}'; fi\n`,
  })
  await chmod(join(bin, 'yarn'), 0o755)
  await write(root, { 'package.json': '{ "packageManager": "yarn@1.0.0", "dependencies": { "coin-flip": "1" } }' })
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH ?? ''}`)
  vi.stubEnv('YARN_ENABLE_SCRIPTS', undefined)
  const { installOf } = await import('../../../cli/commands/installGuest.ts')
  const { removePackage } = await import('../../../cli/commands/removeGuest.ts')
  const spec = { spec: './q.tgz', name: 'coin-toss', isPath: true, isTarball: true }
  const install = await installOf(spec, root, root, undefined)
  await install?.run()
  await install?.undo()
  expect(await removePackage('coin-flip', root, { yes: true })).toBe(0)
  const remove = `${back.replace('install', 'remove')} coin-flip`
  expect(await readFile(log, 'utf8')).toBe([add, back, remove, ''].join(`|${setting}\n`))
})

it.each(['a"&touch ran&"', 'a%PATH%', 'a$(touch ran)', 'a`touch ran`', 'a\ntouch ran'])(
  'no shell of Windows gets %j',
  async (text) => {
    const root = await folder()
    Object.defineProperty(process, 'platform', { value: 'win32' })
    // It stands for cmd.exe, which is not here.
    vi.stubEnv('comspec', '/bin/sh')
    vi.resetModules()
    const { runQuiet, runShown } = await import('../../../cli/run.ts')
    for (const run of [runQuiet, runShown])
      await expect(run('echo', [text], root) as Promise<unknown>).rejects.toThrow('a shell could take')
    expect((await runQuiet('echo', ['a&touch ran', 'x y'], root)).stdout).toBe('a&touch ran x y\n')
    expect(existsSync(join(root, 'ran'))).toBe(false)
  },
)
