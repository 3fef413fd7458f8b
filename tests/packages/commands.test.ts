/** Every command of the packed CLI, in a project that was scaffolded from the packed scaffolder. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pack } from '../../cli/repo/pack.ts'

let home = ''
let site = ''

const { NODE_ENV: _mode, WALLETKIT_SANDBOX_URL: _url, ...outside } = process.env
const sh = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: outside })

/** The packed CLI in a folder; what it says with `--json` parsed. */
function walletkit(args: string[], cwd = site) {
  const bin = join(site, 'node_modules/walletkit/dist/cli/walletkit.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    encoding: 'utf8',
    env: outside,
  })
  const said = args.includes('--json') ? (JSON.parse(stdout.trim().split('\n').at(-1) || '{}') as object) : {}
  return { status, stdout, stderr, said: said as Record<string, unknown> }
}
const config = () => readFileSync(join(site, 'walletkit.config.json'), 'utf8')

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'walletkit-commands-'))
  const packages = join(home, 'packages')
  const [, create = ''] = await pack(packages)
  sh('tar', ['-xzf', join(packages, create), '-C', home], home)
  site = join(home, 'site')
  const bin = join(home, 'package/dist/create-walletkit.js')
  sh(process.execPath, [bin, site, '--template', 'react', '--yes', '--no-install', '--source', packages], home)
  sh('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error'], site)
}, 300_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('check, info and doctor find a fresh project in order', () => {
  expect(walletkit(['check', '--json'])).toMatchObject({ status: 0, said: { ok: true } })
  const { said, status } = walletkit(['info', '--json'])
  expect(status).toBe(0)
  expect(JSON.stringify(said)).toMatch(/"walletkit":"\d+\.\d+\.\d+"/)
  const doctor = walletkit(['doctor', '--json'])
  expect(doctor.status, doctor.stdout).toBe(0)
})

it('doctor finds a second copy of react, which walletkit would get', () => {
  const own = join(site, 'node_modules/walletkit/node_modules')
  mkdirSync(join(own, 'react'), { recursive: true })
  cpSync(join(site, 'node_modules/react/package.json'), join(own, 'react/package.json'))
  const { status, stdout } = walletkit(['doctor'])
  rmSync(own, { recursive: true })
  expect(stdout).toMatch(/react is installed 2 times/)
  expect(status).toBe(1)
})

it('build, emit, size, csp and types speak of the same project', () => {
  const built = walletkit(['build', '--json', '--sbom', 'sbom.json'])
  expect(built.status, built.stderr).toBe(0)
  expect(existsSync(join(site, 'sbom.json'))).toBe(true)
  expect(walletkit(['emit']).stdout).toContain("from 'walletkit/plugins/send'")
  const first = walletkit(['size', '--json'])
  expect(first.status, first.stderr).toBe(0)
  expect(walletkit(['size']).stdout).toMatch(/send/)
  const { csp } = built.said as { csp: string }
  expect(walletkit(['csp']).stdout).toContain(csp)
  expect(walletkit(['csp', '--for', 'nginx']).stdout).toMatch(/add_header Content-Security-Policy "default-src/)
  expect(walletkit(['types', '--check']).status).toBe(0)
}, 120_000)

it('remove and add give the config back to the letter', () => {
  const before = config()
  expect(walletkit(['remove', 'send', '--dry-run']).stdout).toMatch(/^-.*"send": true/m)
  expect(config()).toBe(before)
  expect(walletkit(['remove', 'send', '--json']).said).toMatchObject({ ok: true })
  expect(config()).not.toBe(before)
  expect(walletkit(['add', 'send', '--json']).said).toMatchObject({ ok: true })
  expect(config()).toBe(before)
})

it('upgrade brings an older config to today’s form, and leaves today’s alone', () => {
  const before = config()
  expect(walletkit(['upgrade']).status).toBe(0)
  expect(config()).toBe(before)
  writeFileSync(join(site, 'walletkit.config.json'), before.replace(/\n\s*"\$schema":.*/, ''))
  expect(walletkit(['upgrade', '--yes']).status).toBe(0)
  expect(config()).toContain('"$schema"')
  writeFileSync(join(site, 'walletkit.config.json'), before)
})

it('init and import write a config that check finds in order', () => {
  const other = join(home, 'other')
  mkdirSync(join(other, 'src'), { recursive: true })
  writeFileSync(join(other, 'package.json'), '{ "name": "other", "private": true, "type": "module" }')
  cpSync(join(site, 'node_modules'), join(other, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  expect(walletkit(['init', '--yes', '--no-install'], other).status).toBe(0)
  expect(walletkit(['check'], other).status).toBe(0)
  writeFileSync(
    join(other, 'src/wallet.ts'),
    `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
     import { mainnet, polygon } from 'wagmi/chains'
     export const config = getDefaultConfig({ appName: 'Shop', projectId: 'abc', chains: [mainnet, polygon], ssr: true })`,
  )
  const imported = walletkit(['import', 'rainbowkit', 'src', '--force', '--yes', '--json'], other)
  expect(imported.status, imported.stderr).toBe(0)
  const written = JSON.parse(readFileSync(join(other, 'walletkit.config.json'), 'utf8')) as Record<string, unknown>
  expect(written).toMatchObject({ projectId: 'abc', networks: ['eip155:1', 'eip155:137'] })
  expect(walletkit(['check'], other).status).toBe(0)
}, 120_000)

it('completion knows every command', () => {
  const { stdout } = walletkit(['completion', 'bash'])
  for (const name of ['check', 'build', 'doctor', 'import', 'plugin']) expect(stdout).toContain(name)
  sh('bash', ['-n', '-c', stdout], site)
})

it('names the nearest command, and a mistake with its line and a caret', () => {
  expect(walletkit(['chekc']).stderr).toContain('Did you mean "check"?')
  const before = config()
  writeFileSync(join(site, 'walletkit.config.json'), before.replace('"networks"', '"netwroks"'))
  const { status, stderr } = walletkit(['check'])
  writeFileSync(join(site, 'walletkit.config.json'), before)
  expect(status).toBe(1)
  expect(stderr).toMatch(/nearest: +networks/)
  expect(stderr).toMatch(/^ *\| +\^$/m)
})
