/** The three packages as a stranger gets them: packed, installed into an empty folder, scaffolded from, built, visited. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launch } from '../../cli/repo/browser.ts'
import { pack } from '../../cli/repo/pack.ts'
import { testWalletScript } from '../../runtime/test/script.ts'
import { useSandbox } from '../support/sandbox.ts'
import { serveFolder } from '../support/serve.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const sandbox = useSandbox()
let home = ''
let packages = ''
let tarballs: string[] = []
let browser: Browser

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error'], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  })

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'walletkit-packed-'))
  packages = join(home, 'packages')
  tarballs = await pack(packages)
  const path = await findChromium()
  if (!path) throw new Error('No browser: see README')
  browser = await launch(path)
}, 300_000)
afterAll(async () => {
  await browser?.close()
  rmSync(home, { recursive: true, force: true })
})

it('packs three packages that hold what they name, and no source of tests', () => {
  expect(tarballs.map((name) => name.replace(/-\d.*$/, ''))).toEqual([
    'walletkit',
    'create-walletkit',
    'walletkit-sandbox',
  ])
  for (const name of tarballs) {
    const files = execFileSync('tar', ['-tzf', join(packages, name)], { encoding: 'utf8' }).split('\n')
    expect(files).toContain('package/package.json')
    expect(files.some((file) => /LICENSE/.test(file))).toBe(true)
    expect(files.filter((file) => /(^|\/)(tests|node_modules)\/|\.test\.|\.tgz$/.test(file))).toEqual([])
  }
})

it('passes publint and are-the-types-wrong', () => {
  for (const name of tarballs) {
    execFileSync(join(ROOT, 'node_modules/.bin/publint'), ['run', join(packages, name), '--strict'], {
      cwd: ROOT,
      stdio: 'pipe',
    })
  }
  const tarball = join(packages, tarballs[0] ?? '')
  const attw = [tarball, '--profile', 'esm-only', '--exclude-entrypoints', 'schema.json']
  expect(() =>
    execFileSync(join(ROOT, 'node_modules/.bin/attw'), attw, { cwd: ROOT, stdio: 'pipe', encoding: 'utf8' }),
  ).not.toThrow()
}, 120_000)

it('installs into an empty folder, beside React at most 20 packages, none twice, no script', () => {
  const folder = join(home, 'empty')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  npm(folder, 'install', join(packages, tarballs[0] ?? ''), 'react@19.3.1', 'react-dom@19.3.1')
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const installed = Object.entries(lock.packages).filter(([path]) => path)
  const names = installed.map(([path]) => path.split('node_modules/').at(-1) ?? '')
  const own = names.filter((name) => !['react', 'react-dom', 'scheduler'].includes(name))
  expect(own.length).toBeLessThanOrEqual(20)
  expect(new Set(names).size).toBe(names.length)
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
}, 120_000)

describe.each(['react', 'html'] as const)('the %s template', (template) => {
  const site = () => join(home, template)
  let report: { csp: string; hosts: string[] }

  it('is scaffolded without a terminal, and installs', () => {
    const unpacked = join(home, `create-${template}`)
    mkdirSync(unpacked)
    execFileSync('tar', ['-xzf', join(packages, tarballs[1] ?? ''), '-C', unpacked])
    const create = join(unpacked, 'package/dist/create-walletkit.js')
    const started = performance.now()
    const line = execFileSync(
      process.execPath,
      [create, site(), '--template', template, '--yes', '--no-install', '--json', '--source', packages],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    )
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(JSON.parse(line)).toMatchObject({
      template,
      files: expect.arrayContaining(['walletkit.config.json']) as string[],
    })
    npm(site(), 'install')
    expect(existsSync(join(site(), 'node_modules/walletkit'))).toBe(true)
  }, 240_000)

  it('builds within its budgets, twice to the same bytes', () => {
    const bin = join(site(), 'node_modules/walletkit/dist/cli/walletkit.js')
    const build = () => {
      const text = execFileSync(process.execPath, [bin, 'build', '--json'], {
        cwd: site(),
        encoding: 'utf8',
        env: { ...process.env, NODE_ENV: 'production', WALLETKIT_SANDBOX_URL: sandbox().url },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const dist = join(site(), 'dist')
      const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.\w+$/.test(file))
        .sort()
      return { text, bytes: files.map((file) => [file, readFileSync(join(dist, file)).toString('base64')]) }
    }
    const [one, two] = [build(), build()]
    expect(two.bytes).toEqual(one.bytes)
    report = JSON.parse(one.text.trim().split('\n').at(-1) ?? '') as typeof report
    expect(one.text).not.toMatch(/walletkit\/test/)
  }, 120_000)

  it('connects under exactly the policy that the build prints', async () => {
    const { url, stop } = await serveFolder(join(site(), 'dist'), { 'content-security-policy': report.csp })
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      const faults: string[] = []
      const strangers: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on(
        'console',
        (message) => void (/Content Security Policy|Trusted Type/i.test(message.text()) && faults.push(message.text())),
      )
      page.on(
        'request',
        (request) =>
          void (
            !/^(https?:\/\/(127\.0\.0\.1|localhost)[:/]|data:)/.test(request.url()) && strangers.push(request.url())
          ),
      )
      const chains = sandbox().chains.map(({ id, rpcUrl }) => ({ id, rpcUrl }))
      await page.addInitScript(await testWalletScript({ chains }))
      await page.goto(url)
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      await page.getByRole('button', { name: /Test wallet/ }).click()
      await page
        .getByRole('button', { name: /^(0x|noah)/ })
        .first()
        .click()
      await page.getByText(/10,000 ETH/).waitFor()
      expect(faults).toEqual([])
      expect(strangers).toEqual([])
    } finally {
      await context.close()
      await stop()
    }
  }, 60_000)
})
