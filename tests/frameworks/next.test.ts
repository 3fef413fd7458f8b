/**
 * The `next` template as a user gets it: packed, scaffolded, installed, built without a network, served by Next with
 * its strict policy, visited and connected.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { end } from '../../cli/repo/run.ts'
import { accountButton, openAccount, useBrowser, walletScript } from '../support/browser.ts'
import { scaffold } from '../support/packed.ts'
import { useSandbox } from '../support/sandbox.ts'
import { npm, outside } from '../support/shell.ts'

const sandbox = useSandbox()
const browser = useBrowser()
let home = ''
let site = ''
let server: ChildProcess | undefined
let url = ''

/** Runs in every process of Next: refuses and logs connections to other computers. */
const WATCH = `
const { appendFileSync } = require('node:fs')
const net = require('node:net')
const dns = require('node:dns')
const local = (host) => !host || /^(localhost|127\\.0\\.0\\.1|::1?|0\\.0\\.0\\.0)$/.test(host)
const refuse = (host) => { appendFileSync(process.env.CALLED, host + '\\n'); throw new Error('No network in this test: ' + host) }
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const host = typeof first === 'object' ? first && !first.path && first.host : typeof second === 'string' ? second : ''
  return local(host) ? connect.apply(this, args) : refuse(host)
}
const { lookup } = dns
dns.lookup = (host, ...rest) => (local(host) ? lookup(host, ...rest) : refuse(host))
`
const called = () => join(home, 'called.txt')
const environment = () => ({
  ...outside,
  NODE_ENV: 'production' as const,
  NODE_OPTIONS: `--require ${join(home, 'watch.cjs')}`,
  CALLED: called(),
  WALLETKIT_SANDBOX_URL: sandbox().url,
})

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'walletkit-next-'))
  site = join(home, 'site')
  writeFileSync(join(home, 'watch.cjs'), WATCH)
  writeFileSync(called(), '')
  expect(scaffold('next', site).files).toEqual(
    expect.arrayContaining(['.env', '.gitignore', '.npmrc', 'app/wallet.tsx', 'generated/walletkit.d.ts', 'proxy.ts']),
  )
  npm(site, 'install')
}, 400_000)
afterAll(async () => {
  if (server) await end(server)
  rmSync(home, { recursive: true, force: true })
})

it('builds, including types, without a connection to any host', () => {
  const bin = join(site, 'node_modules/.bin')
  const output = execFileSync('npm', ['run', 'build'], {
    cwd: site,
    env: { ...environment(), PATH: `${bin}:${process.env['PATH']}` },
    encoding: 'utf8',
    stdio: 'pipe',
  })
  expect(output).toMatch(/ƒ \//)
  expect(output).toContain('Finished TypeScript')
  expect(readFileSync(called(), 'utf8')).toBe('')
}, 300_000)

it('sends a policy with a new nonce for every request', async () => {
  url = await start()
  const policies = await Promise.all(
    [1, 2].map(async () => {
      const response = await fetch(url)
      expect(response.headers.get('x-powered-by')).toBeNull()
      const policy = response.headers.get('content-security-policy') ?? ''
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
      const html = await response.text()
      const scripts = html.match(/<script[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(1)
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
      expect(html).toContain('Connect Wallet')
      return policy
    }),
  )
  expect(policies[0]).not.toBe(policies[1])
  expect(policies[0]).toContain(`connect-src 'self' ${sandbox().url}`)
  expect(policies[0]).toContain("require-trusted-types-for 'script'; trusted-types nextjs nextjs#bundler; ")
  expect(policies[0]).not.toMatch(/unsafe-/)
}, 60_000)

it('connects with that policy, and hydrates without console output, also for a returning visitor', async () => {
  const context = await browser().newContext()
  try {
    const page = await context.newPage()
    const said: string[] = []
    const strangers: string[] = []
    page.on('pageerror', (error) => said.push(error.message))
    page.on('console', (message) => void (/error|warning/.test(message.type()) && said.push(message.text())))
    page.on('request', (request) => {
      if (!/^(http:\/\/127\.0\.0\.1[:/]|data:|blob:)/.test(request.url())) strangers.push(request.url())
    })
    await page.addInitScript(() => {
      const violations: string[] = []
      Object.assign(globalThis, { violations })
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        violations.push([violatedDirective, blockedURI, sample].join(' '))
      })
    })
    await page.addInitScript(walletScript(sandbox()))
    await page.goto(url)
    await openAccount(page)
    await page.getByText(/10,000 ETH/).waitFor()
    await page.reload()
    await accountButton(page).waitFor()
    expect(await violations(page)).toEqual([])
    expect(said).toEqual([])
    expect(strangers).toEqual([])

    // The policy must stop injected code.
    await page.evaluate(() => {
      const script = document.createElement('script')
      try {
        script.text = 'globalThis.slipped = true'
      } catch {
        // Trusted Types forbids the assignment.
      }
      const image = document.createElement('img')
      image.src = 'http://198.51.100.1/x.png'
      document.body.append(script, image)
    })
    await page.waitForFunction(() => (globalThis as { violations?: string[] }).violations?.length === 2)
    expect(await page.evaluate(() => 'slipped' in globalThis)).toBe(false)
  } finally {
    await context.close()
  }
  expect(readFileSync(called(), 'utf8')).toBe('')
}, 90_000)

const violations = (page: Page) => page.evaluate(() => (globalThis as { violations?: string[] }).violations)

/** Starts Next on a free port. Resolves with its address once it answers. */
async function start(): Promise<string> {
  const port = await freePort()
  const bin = join(site, 'node_modules/next/dist/bin/next')
  server = spawn(process.execPath, [bin, 'start', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: site,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const address = `http://127.0.0.1:${port}`
  for (let at = 0; at < 150; at++) {
    const answered = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return address
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('Next did not start')
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
