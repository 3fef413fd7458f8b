/** All commands of the packed CLI, in a project that the packed scaffolder created. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyProject, lastLine, linkPackages, walletkit as runPacked } from '../support/packed.ts'
import { sh } from '../support/shell.ts'

let home = ''
let site = ''

/** Runs the packed CLI in a folder; `said` is its output with `--json`. */
function walletkit(args: string[], cwd = site) {
  const { code, out, err } = runPacked(site, args, { cwd })
  const said = args.includes('--json') ? lastLine<Record<string, unknown>>(out || '{}') : {}
  return { code, out, err, said }
}
const config = () => readFileSync(join(site, 'walletkit.config.json'), 'utf8')

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'walletkit-commands-'))
  site = join(home, 'site')
  copyProject(site)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('check, info and doctor find no problem in a fresh project', () => {
  expect(walletkit(['check', '--json'])).toMatchObject({ code: 0, said: { ok: true } })
  const { said, code } = walletkit(['info', '--json'])
  expect(code).toBe(0)
  expect(JSON.stringify(said)).toMatch(/"walletkit":"\d+\.\d+\.\d+"/)
  const doctor = walletkit(['doctor', '--json'])
  expect(doctor.code, doctor.out).toBe(0)
})

it('doctor finds a second copy of react that walletkit would use', () => {
  const own = join(site, 'node_modules/walletkit/node_modules')
  mkdirSync(join(own, 'react'), { recursive: true })
  cpSync(join(site, 'node_modules/react/package.json'), join(own, 'react/package.json'))
  const { code, out } = walletkit(['doctor'])
  rmSync(own, { recursive: true })
  expect(out).toMatch(/react is installed 2 times/)
  expect(code).toBe(1)
})

it('build, emit, size, csp and types agree about the project', () => {
  const built = walletkit(['build', '--json', '--sbom', 'sbom.json'])
  expect(built.code, built.err).toBe(0)
  expect(existsSync(join(site, 'sbom.json'))).toBe(true)
  expect(walletkit(['emit']).out).toContain("from 'walletkit/plugins/send'")
  const first = walletkit(['size', '--json'])
  expect(first.code, first.err).toBe(0)
  expect(walletkit(['size']).out).toMatch(/send/)
  const { csp } = built.said as { csp: string }
  expect(walletkit(['csp']).out).toContain(csp)
  expect(walletkit(['csp', '--for', 'nginx']).out).toMatch(/add_header Content-Security-Policy "default-src/)
  expect(walletkit(['types', '--check']).code).toBe(0)
}, 120_000)

it('remove followed by add restores the config exactly', () => {
  const before = config()
  expect(walletkit(['remove', 'send', '--dry-run']).out).toMatch(/^-.*"send": true/m)
  expect(config()).toBe(before)
  expect(walletkit(['remove', 'send', '--json']).said).toMatchObject({ ok: true })
  expect(config()).not.toBe(before)
  expect(walletkit(['add', 'send', '--json']).said).toMatchObject({ ok: true })
  expect(config()).toBe(before)
})

it('upgrade migrates an older config, and leaves a current one unchanged', () => {
  const before = config()
  expect(walletkit(['upgrade']).code).toBe(0)
  expect(config()).toBe(before)
  writeFileSync(join(site, 'walletkit.config.json'), before.replace(/\n\s*"\$schema":.*/, ''))
  expect(walletkit(['upgrade', '--yes']).code).toBe(0)
  expect(config()).toContain('"$schema"')
  writeFileSync(join(site, 'walletkit.config.json'), before)
})

it('init and import write a config that passes check', () => {
  const other = join(home, 'other')
  mkdirSync(join(other, 'src'), { recursive: true })
  writeFileSync(join(other, 'package.json'), '{ "name": "other", "private": true, "type": "module" }')
  linkPackages(site, other)
  expect(walletkit(['init', '--yes', '--no-install'], other).code).toBe(0)
  expect(walletkit(['check'], other).code).toBe(0)
  writeFileSync(
    join(other, 'src/wallet.ts'),
    `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
     import { mainnet, polygon } from 'wagmi/chains'
     export const config = getDefaultConfig({ appName: 'Shop', projectId: 'abc', chains: [mainnet, polygon], ssr: true })`,
  )
  const imported = walletkit(['import', 'rainbowkit', 'src', '--force', '--yes', '--json'], other)
  expect(imported.code, imported.err).toBe(0)
  const written = JSON.parse(readFileSync(join(other, 'walletkit.config.json'), 'utf8')) as Record<string, unknown>
  expect(written).toMatchObject({ projectId: 'abc', networks: ['eip155:1', 'eip155:137'] })
  expect(walletkit(['check'], other).code).toBe(0)
}, 120_000)

it('completion lists every command', () => {
  const { out } = walletkit(['completion', 'bash'])
  for (const name of ['check', 'build', 'doctor', 'import', 'plugin']) expect(out).toContain(name)
  sh(site, 'bash', '-n', '-c', out)
})

it('CLI suggests the nearest command, and shows a mistake with its line and a caret', () => {
  expect(walletkit(['chekc']).err).toContain('Did you mean "check"?')
  const before = config()
  writeFileSync(join(site, 'walletkit.config.json'), before.replace('"networks"', '"netwroks"'))
  const { code, err } = walletkit(['check'])
  writeFileSync(join(site, 'walletkit.config.json'), before)
  expect(code).toBe(1)
  expect(err).toMatch(/nearest: +networks/)
  expect(err).toMatch(/^ *\| +\^$/m)
})
