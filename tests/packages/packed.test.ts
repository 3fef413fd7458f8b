/** The four packages as a user gets them: packed, installed into an empty folder, scaffolded from, built, visited. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { fold } from '../../cli/repo/paths.ts'
import { openAccount, useBrowser, walletScript } from '../support/browser.ts'
import { lastLine, scaffold, walletkit } from '../support/packed.ts'
import { useSandbox } from '../support/sandbox.ts'
import { serveFolder } from '../support/serve.ts'
import { npm } from '../support/shell.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const { folder: packages, tarballs } = inject('packed')
const sandbox = useSandbox()
const browser = useBrowser()
let home = ''

beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'walletkit-packed-'))))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('packs four packages with all files that they name, and no tests', () => {
  expect(tarballs.map((name) => name.replace(/-\d.*$/, ''))).toEqual([
    'walletkit',
    'create-walletkit',
    'walletkit-sandbox',
    'walletkit-server',
  ])
  for (const name of tarballs) {
    const files = execFileSync('tar', ['-tzf', join(packages, name)], { encoding: 'utf8' }).split('\n')
    expect(files).toContain('package/package.json')
    expect(files.some((file) => /LICENSE/.test(file))).toBe(true)
    expect(files.filter((file) => /(^|\/)(tests|node_modules)\/|\.test\.|\.tgz$/.test(file))).toEqual([])
  }
})

it('holds the guides that the READMEs of the kit and the server link to, and the types of the sandbox', () => {
  const filesOf = (name = '') => execFileSync('tar', ['-tzf', join(packages, name)], { encoding: 'utf8' }).split('\n')
  const [walletkitFiles, , sandboxFiles, serverFiles] = tarballs.map(filesOf)
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const guides = [...readme.matchAll(/\]\(((?:runtime|cli)\/[^)#]*README\.md)\)/g)].map(([, path]) => `package/${path}`)
  expect(guides).toContain('package/runtime/host/README.md')
  expect(guides.filter((path) => !walletkitFiles?.includes(path))).toEqual([])
  const hosting = readFileSync(join(ROOT, 'server/README.md'), 'utf8')
  const ofServer = [...hosting.matchAll(/\]\((guides\/[^)#]*\.md)[)#]/g)].map(([, path]) => `package/${path}`)
  expect(ofServer).toContain('package/guides/keys.md')
  expect(ofServer.filter((path) => !serverFiles?.includes(path))).toEqual([])
  expect(sandboxFiles).toContain('package/dist/types/sandbox/index.d.ts')
})

it('holds the licences of the packages that the server’s bundle includes', () => {
  const [, , , server = ''] = tarballs
  const file = 'package/dist/walletkit-server.licences.txt'
  const text = execFileSync('tar', ['-xzOf', join(packages, server), file], { encoding: 'utf8' })
  expect(text).toMatch(/^viem \d+\.\d+\.\d+ \(MIT\)\nMIT License\n/m)
})

it('unpacks to the same files on a case-insensitive disk', () => {
  for (const name of tarballs) {
    const files = execFileSync('tar', ['-tzf', join(packages, name)], { encoding: 'utf8' })
      .trim()
      .split('\n')
    const plain = join(home, 'plain', name)
    mkdirSync(plain, { recursive: true })
    execFileSync('tar', ['-xzf', join(packages, name), '-C', plain])
    // On a case-insensitive disk, colliding names have already merged here; on any other disk they merge below.
    for (const file of files) cpSync(join(plain, file), join(home, 'folded', name, fold(file)))
    const left = readdirSync(join(home, 'folded', name), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toHaveLength(files.length)
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

it('installs into an empty folder with at most 20 packages besides React, each once, without scripts', () => {
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

describe.each(['react', 'html', 'vue', 'svelte'] as const)('the %s template', (template) => {
  const site = () => join(home, template)
  let report: { csp: string; hosts: string[] }

  it('scaffolds without a terminal, and installs', () => {
    const started = performance.now()
    const made = scaffold(template, site())
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(made).toMatchObject({
      template,
      files: expect.arrayContaining(['walletkit.config.json']) as string[],
    })
    npm(site(), 'install')
    expect(existsSync(join(site(), 'node_modules/walletkit'))).toBe(true)
  }, 240_000)

  it('builds within its budgets, and to the same bytes twice', () => {
    const build = () => {
      const env = { NODE_ENV: 'production', WALLETKIT_SANDBOX_URL: sandbox().url }
      const { code, out: text, err } = walletkit(site(), ['build', '--json'], { env })
      expect(code, `${err}${text}`).toBe(0)
      const dist = join(site(), 'dist')
      const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.\w+$/.test(file))
        .sort()
      return { text, bytes: files.map((file) => [file, readFileSync(join(dist, file)).toString('base64')]) }
    }
    const [one, two] = [build(), build()]
    expect(two.bytes).toEqual(one.bytes)
    report = lastLine(one.text)
    expect(one.text).not.toMatch(/walletkit\/test/)
  }, 120_000)

  it('connects with exactly the policy that the build prints', async () => {
    const { url, stop } = await serveFolder(join(site(), 'dist'), {
      headers: { 'content-security-policy': report.csp },
    })
    const context = await browser().newContext()
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
      await page.addInitScript(walletScript(sandbox()))
      await page.goto(url)
      await openAccount(page)
      await page.getByText(/10,000 ETH/).waitFor()
      if (template === 'vue' || template === 'svelte') await page.getByText(/You have 10000(\.\d+)? ETH/).waitFor()
      expect(faults).toEqual([])
      expect(strangers).toEqual([])
    } finally {
      await context.close()
      await stop()
    }
  }, 60_000)
})
