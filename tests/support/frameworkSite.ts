/**
 * Tests a framework's template as a user gets it: scaffolds, installs and builds it, serves it with the framework's own
 * server and Content-Security-Policy, and visits it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { end } from '../../cli/repo/run.ts'
import { accountButton, openAccount, useBrowser, walletScript } from './browser.ts'
import { scaffold } from './packed.ts'
import { useSandbox } from './sandbox.ts'
import { npm, outside } from './shell.ts'

type Site = {
  /** Node's arguments that start the built server: its file, and options. */
  server: (port: number) => readonly string[]
  /** What the policy must contain besides the hosts of the sandbox. */
  policy: readonly string[]
}

/** Registers the tests that every framework's template has to pass. */
export function testTemplate(template: string, { server: command, policy: wanted }: Site): void {
  const sandbox = useSandbox()
  const browser = useBrowser()
  let home = ''
  let site = ''
  let server: ChildProcess | undefined
  let url = ''
  const environment = () => ({
    ...outside,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    WALLETKIT_SANDBOX_URL: sandbox().url,
  })

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), `walletkit-${template}-`))
    site = join(home, 'site')
    scaffold(template, site)
    npm(site, 'install', '--include=dev')
  }, 600_000)
  afterAll(async () => {
    if (server) await end(server)
    rmSync(home, { recursive: true, force: true })
  })

  it('builds', () => {
    execFileSync('npm', ['run', 'build'], { cwd: site, env: environment(), encoding: 'utf8', stdio: 'pipe' })
  }, 400_000)

  it('sends the policy that walletkit prints, with what the framework needs and nothing unsafe', async () => {
    const port = await freePort()
    server = spawn(process.execPath, [...command(port)], {
      cwd: site,
      env: { ...environment(), HOST: '127.0.0.1', PORT: String(port), ORIGIN: `http://127.0.0.1:${port}` },
      stdio: 'ignore',
    })
    url = `http://127.0.0.1:${port}/`
    await expect.poll(() => answers(url), { timeout: 30_000 }).toBe(true)
    const response = await fetch(url)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(sandbox().url)
    expect(policy).toContain("require-trusted-types-for 'script'")
    for (const part of wanted) expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
    expect(await response.text()).toContain('Connect Wallet')
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
      await page
        .getByText(/10,000 ETH/)
        .first()
        .waitFor()
      await page.reload()
      await accountButton(page).waitFor()
      expect(await violations(page)).toEqual([])
      expect(said).toEqual([])
      expect(strangers).toEqual([])
    } finally {
      await context.close()
    }
  }, 90_000)
}

const violations = (page: Page) => page.evaluate(() => (globalThis as { violations?: string[] }).violations)

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
