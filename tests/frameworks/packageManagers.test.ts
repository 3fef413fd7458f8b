/**
 * Each package manager makes, installs, builds and checks a page from the packed packages, which a browser then opens.
 * The managers come from the registry that npm is set up with, at exact versions, without install scripts.
 */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { execCommand, type Manager, runCommand } from '../../cli/create/packageManager.ts'
import { openAccount, useBrowser, walletScript } from '../support/browser.ts'
import { type Ended, lastLine } from '../support/packed.ts'
import { useSandbox } from '../support/sandbox.ts'
import { serveFolder } from '../support/serve.ts'
import { npm, outside } from '../support/shell.ts'

type Case = {
  manager: Manager
  /** What to install from the registry; without it, the npm of this Node is used. */
  spec?: string
  env?: NodeJS.ProcessEnv
  /** A command that has to run first. */
  before?: (scaffolder: string) => string[]
  /** The command that runs the scaffolder from its tarball; the scaffolder's own arguments follow. */
  create: (scaffolder: string) => string[]
  lockfile: string
  /** What the manager writes for the installed packages. */
  installed: 'node_modules' | '.pnp.cjs'
}

const { folder: packages, tarballs } = inject('packed')
const [kit = '', scaffolder = ''] = tarballs.map((name) => join(packages, name))
const sandbox = useSandbox()
const browser = useBrowser()
let home = ''
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'walletkit-managers-')))
})
// The packages of all managers are many files.
afterAll(() => rm(home, { recursive: true, force: true }), 300_000)

const BUN = `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`
const LOCKFILES = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb']

const pnpm = (version: string): Case => ({
  manager: 'pnpm',
  spec: `pnpm@${version}`,
  // The prefix changed with version 11.
  env: { npm_config_strict_peer_dependencies: 'true', pnpm_config_strict_peer_dependencies: 'true' },
  create: (tarball) => ['pnpm', `--package=file:${tarball}`, 'dlx', 'create-walletkit'],
  lockfile: 'pnpm-lock.yaml',
  installed: 'node_modules',
})

const berry = (linker: 'node-modules' | 'pnp'): Case => ({
  manager: 'yarn',
  spec: '@yarnpkg/cli-dist@4.18.1',
  // It reads no `.npmrc`. In CI it would refuse to write a first lockfile.
  env: {
    YARN_NODE_LINKER: linker,
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: 'false',
    YARN_NPM_REGISTRY_SERVER: npm(tmpdir(), 'config', 'get', 'registry').trim(),
  },
  create: (tarball) => ['yarn', 'dlx', '--quiet', '--package', `create-walletkit@file:${tarball}`, 'create-walletkit'],
  lockfile: 'yarn.lock',
  installed: linker === 'pnp' ? '.pnp.cjs' : 'node_modules',
})

const CASES: Record<string, Case> = {
  npm: {
    manager: 'npm',
    create: (tarball) => ['npm', 'exec', '--yes', `--package=${tarball}`, '--', 'create-walletkit'],
    lockfile: 'package-lock.json',
    installed: 'node_modules',
  },
  'pnpm 12': pnpm('12.21.0'),
  'pnpm 10': pnpm('10.34.9'),
  'Yarn 1': {
    manager: 'yarn',
    spec: 'yarn@1.22.22',
    // Its `create` takes names only, and does the same: it adds the package, then runs its bin.
    before: (tarball) => ['yarn', 'add', `file:${tarball}`],
    create: () => ['yarn', '--silent', 'run', 'create-walletkit'],
    lockfile: 'yarn.lock',
    installed: 'node_modules',
  },
  'Yarn 4': berry('node-modules'),
  'Yarn 4 with Plug’n’Play': berry('pnp'),
  bun: {
    manager: 'bun',
    spec: `${BUN}@1.4.5`,
    create: (tarball) => ['bun', 'x', '--package', tarball, 'create-walletkit'],
    lockfile: 'bun.lock',
    installed: 'node_modules',
  },
}

it.each(Object.entries(CASES))(
  '%s makes a page, installs and builds it; the page connects, and every printed command is its own',
  async (name, each) => {
    const { manager, before, create, lockfile, installed } = each
    const folder = join(home, name.replace(/\W+/g, '-'))
    const [start, site] = [join(folder, 'start'), join(folder, 'site')]
    mkdirSync(start, { recursive: true })
    const environment = environmentOf(each)
    const run = (cwd: string, command: readonly string[]) => must(cwd, command, environment)

    if (before) run(start, before(scaffolder))
    const flags = ['--template', 'react', '--yes', '--json', '--source', packages]
    const made = run(start, [...create(scaffolder), '../site', ...flags])
    const answer = made.out.split('\n').find((line) => line.startsWith('{')) ?? ''
    expect(lastLine(answer)).toMatchObject({ ok: true, next: ['cd ../site', runCommand(manager, 'dev')] })
    expect(made.err).not.toMatch(/peer dep|YN0002|YN0060|YN0086/i)
    const entries = readdirSync(site)
    expect(entries.filter((file) => LOCKFILES.includes(file))).toEqual([lockfile])
    expect(entries.filter((file) => ['node_modules', '.pnp.cjs'].includes(file))).toEqual([installed])
    expect(readFileSync(join(site, 'README.md'), 'utf8')).toContain(
      `\n${manager} install\n${runCommand(manager, 'dev')}\n`,
    )

    expect(run(site, execCommand(manager, 'walletkit doctor').split(' ')).out).not.toContain('FAIL')
    const { out } = run(site, runCommand(manager, 'build').split(' '))
    expect(out).toContain(`\nNext:\n  ${execCommand(manager, 'vite preview')} `)
    const [, csp = ''] = /^ {2}(\S.*walletkit csp --for nginx) {3}/m.exec(out) ?? []
    expect(run(site, csp.split(' ')).out).toContain('add_header Content-Security-Policy')
    await visit(site)
  },
  600_000,
)

it.each(['pnpm 12', 'pnpm 10'])(
  '%s refuses React 17, as strict about peer dependencies as the test above is',
  (name) => {
    const each = CASES[name]
    if (!each) throw new Error(`There is no case ${name}`)
    const folder = join(home, `${name.replace(/\W+/g, '-')}-react-17`)
    mkdirSync(folder)
    const dependencies = { react: '17.0.2', 'react-dom': '17.0.2', walletkit: `file:${kit}` }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
    const { code, out, err } = call(folder, ['pnpm', 'install'], environmentOf(each))
    expect(code).toBe(1)
    expect(out + err).toMatch(/PEER_DEP_ISSUES/)
  },
  120_000,
)

/** The environment of a shell that has this manager, with caches of its own: our tarballs change under one version. */
function environmentOf({ manager, spec, env }: Case): NodeJS.ProcessEnv {
  const tools = join(home, 'tools', spec?.replace(/\W+/g, '-') ?? 'npm')
  const bin = join(tools, manager === 'bun' ? 'bin' : 'node_modules/.bin')
  if (spec !== undefined && !existsSync(bin)) installManager(tools, manager, spec)
  const caches = join(tools, 'caches')
  return {
    ...outside,
    PATH: [bin, process.env['PATH']].join(delimiter),
    NODE_ENV: undefined,
    // That of the npm that runs this test. bun would pass it on as it is.
    npm_config_user_agent: undefined,
    XDG_CACHE_HOME: join(caches, 'cache'),
    XDG_DATA_HOME: join(caches, 'data'),
    XDG_STATE_HOME: join(caches, 'state'),
    ...(manager === 'yarn' && { YARN_CACHE_FOLDER: join(caches, 'yarn'), YARN_GLOBAL_FOLDER: join(caches, 'berry') }),
    ...(manager === 'bun' && { BUN_INSTALL_CACHE_DIR: join(caches, 'bun') }),
    WALLETKIT_SANDBOX_URL: sandbox().url,
    ...env,
  }
}

function installManager(tools: string, manager: Manager, spec: string): void {
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, 'package.json'), '{ "private": true }')
  npm(tools, 'install', '--ignore-scripts', '--save-exact', spec)
  if (manager !== 'bun') return
  // The package for one platform is the bare program. It is `bunx` too, under that name.
  mkdirSync(join(tools, 'bin'))
  for (const name of ['bun', 'bunx']) symlinkSync(join(tools, 'node_modules', BUN, 'bin/bun'), join(tools, 'bin', name))
}

function call(cwd: string, [command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Ended {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e8 })
  if (error) throw error
  return { code: status, out: stdout, err: stderr }
}

function must(cwd: string, command: readonly string[], env: NodeJS.ProcessEnv): Ended {
  const ended = call(cwd, command, env)
  expect(ended.code, `${command.join(' ')}\n${ended.out}\n${ended.err}`).toBe(0)
  return ended
}

/** Opens the built page under the policy that the build wrote for it, and connects the test wallet. */
async function visit(site: string): Promise<void> {
  const policy = readFileSync(join(site, '.walletkit/build/policy.txt'), 'utf8').trim()
  const { url, stop } = await serveFolder(join(site, 'dist'), { headers: { 'content-security-policy': policy } })
  const context = await browser().newContext()
  try {
    const page = await context.newPage()
    const said: string[] = []
    page.on('pageerror', (error) => said.push(error.message))
    page.on('console', (message) => void (/error|warning/.test(message.type()) && said.push(message.text())))
    await page.addInitScript(walletScript(sandbox()))
    await page.goto(url)
    await openAccount(page)
    await page.getByText(/10,000 ETH/).waitFor()
    expect(said).toEqual([])
  } finally {
    await context.close()
    await stop()
  }
}
