/**
 * A third-party plugin, written outside this repository from the guide alone: scaffolded, tested, packed, added to a
 * project from its tarball, used in a browser, and removed again.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openAccount, useBrowser, walletScript } from '../support/browser.ts'
import { filesOfGuide } from '../support/guide.ts'
import { balanceOf } from '../support/instance.ts'
import { copyProject, lastLine, walletkit as runPacked } from '../support/packed.ts'
import { useSandbox } from '../support/sandbox.ts'
import { serveFolder } from '../support/serve.ts'
import { npm, outside } from '../support/shell.ts'

const NAME = 'walletkit-plugin-tip-jar'
const RECEIVER = '0x00000000000000000000000000000000000071b5'
const TIP = 1_000_000_000_000_000n

const sandbox = useSandbox()
const browser = useBrowser()
let home = ''
let site = ''
let plugin = ''
let notes: Awaited<ReturnType<typeof serveNote>>
let stranger: Awaited<ReturnType<typeof serveNote>>
/** The project's files before the plugin was added. */
let before: Record<'config' | 'package', string> & { built: [string, string][] }

const env = () => ({ WALLETKIT_SANDBOX_URL: sandbox().url })
/** Runs the packed CLI of the project. */
const walletkit = (cwd: string, ...args: string[]) => runPacked(site, args, { cwd, env: env() })

const read = (...path: string[]) => readFileSync(join(...path), 'utf8')

/** Builds the project in a folder with the packed CLI. */
function build(folder = site): { csp: string; files: [string, string][] } {
  const { code, out, err } = walletkit(folder, 'build', '--json')
  expect(code, `${out}${err}`).toBe(0)
  const { csp } = lastLine<{ csp: string }>(out)
  const dist = join(folder, 'dist')
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))
  return { csp, files: names.sort().map((file) => [file, readFileSync(join(dist, file)).toString('base64')]) }
}

/** A server for the note, which records its requests. */
async function serveNote() {
  const seen: string[] = []
  const server: Server = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end('{ "note": "Thank you!" }')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = () => void (server.closeAllConnections(), server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, stop }
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'walletkit-plugin-'))
  notes = await serveNote()
  stranger = await serveNote()
  site = join(home, 'site')
  copyProject(site)
})
afterAll(() => {
  notes?.stop()
  stranger?.stop()
  rmSync(home, { recursive: true, force: true })
})

it('plugin new makes a plugin whose test passes and whose playground builds', () => {
  const made = walletkit(home, 'plugin', 'new', 'tip-jar', '--package', '--source', inject('packed').folder, '--json')
  expect(made.code, made.err).toBe(0)
  plugin = join(home, 'tip-jar')
  npm(plugin, 'install')
  expect(npm(plugin, 'test')).toMatch(/3 passed/)
  npm(plugin, 'run', 'types')
  expect(walletkit(plugin, 'plugin', 'validate').code).toBe(0)
}, 240_000)

it('playground works in a browser with the policy that its build prints', async () => {
  // Replace the sandbox's URL, because this test's sandbox has another port.
  for (const file of ['index.ts', 'playground/walletkit.config.json'])
    writeFileSync(join(plugin, file), read(plugin, file).replaceAll('http://127.0.0.1:4747', sandbox().url))
  const { csp } = build(join(plugin, 'playground'))
  await visit(join(plugin, 'playground/dist'), csp, async (page, _told, faults) => {
    await page.getByRole('button', { name: 'Tip jar', exact: true }).click()
    await page.getByText('You were here 1 times').waitFor()
    await page.getByRole('button', { name: 'Ask the service' }).click()
    await page.getByText('walletkit-sandbox answered').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('@appkit/plugin.tip-jar'))).toBe('1')
    expect(faults).toEqual([])
  })
}, 120_000)

it('playground in development does not reload when the view opens', async () => {
  const bin = join(plugin, 'node_modules/walletkit/dist/cli/walletkit.js')
  const dev = spawn(process.execPath, [bin, 'dev', '--json', '--port', '0'], {
    cwd: join(plugin, 'playground'),
    env: { ...outside, ...env() },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const line = await new Promise<string>((resolve) =>
      dev.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))),
    )
    const { urls } = JSON.parse(line) as { urls: string[] }
    await openPage(urls[0] ?? '', 'sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1', async (page) => {
      await page.getByRole('button', { name: 'Tip jar', exact: true }).click()
      await page.getByText('You were here 1 times').waitFor()
      expect(await page.evaluate(() => sessionStorage.getItem('loads'))).toBe('1')
    })
  } finally {
    const gone = new Promise((resolve) => dev.once('exit', resolve))
    dev.kill()
    await gone
  }
}, 90_000)

it('blocks of the guide turn the plugin into the tip jar, which passes its test and every check', () => {
  for (const [name, text] of filesOfGuide('runtime/host/README.md')) {
    mkdirSync(dirname(join(plugin, name)), { recursive: true })
    writeFileSync(join(plugin, name), text)
  }
  // The guide tells authors to enter the origin of their own server here.
  for (const file of ['index.ts', 'playground/walletkit.config.json'])
    writeFileSync(join(plugin, file), read(plugin, file).replaceAll('http://localhost:5173', notes.origin))
  expect(npm(plugin, 'test')).toMatch(/4 passed/)
  npm(plugin, 'run', 'types')
  const { code, out, err } = walletkit(plugin, 'plugin', 'validate', '--json')
  expect(code, err).toBe(0)
  const report = JSON.parse(out) as { findings: unknown[]; weight: { eager: number; lazy: number } }
  expect(report.findings).toEqual([])
  expect(report.weight.eager).toBeGreaterThan(0)
  expect(report.weight.lazy).toBeGreaterThan(report.weight.eager)
}, 120_000)

it('a real build enforces the plugin’s budget', () => {
  const manifest = read(plugin, 'index.ts')
  writeFileSync(join(plugin, 'index.ts'), manifest.replace('eager: 600', 'eager: 60'))
  const { code, err } = walletkit(plugin, 'plugin', 'validate')
  writeFileSync(join(plugin, 'index.ts'), manifest)
  expect(code).toBe(1)
  expect(err).toMatch(/index\.ts:\d+:\d+ {2}budget\.eager\n[^]*its budget is 60 B\n[^]*fix: {6}Make it lighter/)
}, 60_000)

it('plugin validate builds a page without running a PostCSS config of the package', () => {
  const ran = join(home, 'postcss-ran')
  const config = join(plugin, 'postcss.config.mjs')
  writeFileSync(
    config,
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(ran)}, '')\nexport default {}`,
  )
  try {
    const { code, err } = walletkit(plugin, 'plugin', 'validate')
    expect({ code, ran: existsSync(ran) }, err).toEqual({ code: 0, ran: false })
    expect(err).toContain('In a page:')
  } finally {
    rmSync(config)
  }
}, 120_000)

it('plugin pack packs what a project needs, to the same bytes each time, and fails on a type error', () => {
  const packOnce = () => {
    const { code, out, err } = walletkit(plugin, 'plugin', 'pack', '--json')
    expect(code, err).toBe(0)
    const { file, files } = JSON.parse(out) as { file: string; files: string[] }
    return { bytes: readFileSync(file).toString('base64'), file, files }
  }
  const [one, two] = [packOnce(), packOnce()]
  expect(two.bytes).toBe(one.bytes)
  expect(one.files).toEqual(
    expect.arrayContaining([
      'package.json',
      'config.schema.json',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/views/TipJarView.js',
    ]),
  )
  expect(one.files.filter((file) => /test|playground|\.tsx?$(?<!\.d\.ts)/.test(file))).toEqual([])
  expect(read(plugin, 'dist/controller.d.ts')).not.toMatch(/\.ts['"]/)

  const controller = read(plugin, 'controller.ts')
  writeFileSync(join(plugin, 'controller.ts'), controller.replace('sending: false', "sending: 'no'"))
  const wrong = walletkit(plugin, 'plugin', 'pack', '--out', join(home, 'wrong'))
  writeFileSync(join(plugin, 'controller.ts'), controller)
  expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/controller\.ts\(\d+,\d+\): error TS/) as string })
  expect(existsSync(join(home, 'wrong'))).toBe(false)
  packOnce()
}, 240_000)

it('plugin also works as a folder of the project, without its own package', () => {
  const config = read(site, 'walletkit.config.json')
  expect(walletkit(site, 'plugin', 'new', 'coin-flip').code).toBe(0)
  expect(walletkit(site, 'plugin', 'validate', 'plugins/coin-flip')).toMatchObject({ code: 0 })
  expect(walletkit(site, 'add', './plugins/coin-flip', '--yes')).toMatchObject({ code: 0 })
  const { out } = walletkit(site, 'build', '--json')
  expect(lastLine(out)).toMatchObject({
    ok: true,
    plugins: expect.arrayContaining(['coin-flip']) as string[],
  })
  expect(walletkit(site, 'remove', './plugins/coin-flip')).toMatchObject({ code: 0 })
  expect(read(site, 'walletkit.config.json')).toBe(config)
  rmSync(join(site, 'plugins'), { recursive: true })
}, 120_000)

it('add installs the tarball after the user agrees', () => {
  before = { config: read(site, 'walletkit.config.json'), package: read(site, 'package.json'), built: build().files }
  const tarball = join('..', 'tip-jar', `${NAME}-0.1.0.tgz`)
  const silent = walletkit(site, 'add', tarball)
  expect(silent).toMatchObject({ code: 1, err: expect.stringMatching(/--yes/) as string })
  expect(read(site, 'package.json')).toBe(before.package)

  const added = walletkit(site, 'add', tarball, '--yes')
  expect(added.code, added.err).toBe(0)
  for (const asked of ['eth_sendTransaction', notes.origin, 'tip-jar']) expect(added.err).toContain(asked)
  const config = JSON.parse(read(site, 'walletkit.config.json')) as {
    plugins: unknown
    features: Record<string, unknown>
  }
  const grants = {
    methods: ['eth_sendTransaction'],
    hosts: [notes.origin],
    storage: ['tip-jar'],
    slots: ['walletFeatures'],
  }
  expect(config.plugins).toEqual([{ name: NAME, grants }])
  expect(config.features.tipJar).toBe(true)
  expect(walletkit(site, 'check').code).toBe(0)
  expect(walletkit(site, 'add', tarball, '--yes').err).toMatch(/already/)
}, 180_000)

type Visit = (page: Page, told: string[], faults: string[]) => Promise<void>

/** Serves a build with its policy and a wallet in the page, and opens the account. */
async function visit(dist: string, csp: string, run: Visit) {
  const { url, stop } = await serveFolder(dist, { headers: { 'content-security-policy': csp } })
  try {
    await openPage(url, walletScript(sandbox()), run)
  } finally {
    await stop()
  }
}

/** Opens the page, connects the Test wallet and opens the account. `script` runs in the page before its own code. */
async function openPage(url: string, script: string, run: Visit) {
  const context = await browser().newContext()
  try {
    const page = await context.newPage()
    const told: string[] = []
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      told.push(message.text())
      if (/Content Security Policy|Trusted Type/i.test(message.text())) faults.push(message.text())
    })
    await page.addInitScript(script)
    await page.goto(url)
    await openAccount(page)
    await run(page, told, faults)
  } finally {
    await context.close()
  }
}

/** Builds with these options of the plugin, opens the tip jar, and sends a tip. */
async function tip(options: object, run: Visit) {
  const text = read(site, 'walletkit.config.json')
  const changed = text.replace('"tipJar": true', `"tipJar": ${JSON.stringify(options)}`)
  expect(changed).not.toBe(text)
  writeFileSync(join(site, 'walletkit.config.json'), changed.replace('{', '{ "debug": true,'))
  const { csp } = build()
  writeFileSync(join(site, 'walletkit.config.json'), text)
  await visit(join(site, 'dist'), csp, async (page, told, faults) => {
    await page.getByRole('button', { name: 'Tip', exact: true }).click()
    await page.getByRole('button', { name: 'Tip 0.001 ETH' }).click()
    await page.getByText(/tip-jar.* asks for a transaction/).waitFor()
    // Wait, because the review ignores clicks right after it appears.
    await page.waitForTimeout(700)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await run(page, told, faults)
  })
}

const balance = () => balanceOf(sandbox().chains[0]?.rpcUrl ?? '', RECEIVER)

it('tip jar sends a real tip after the review, keeps its hash, and shows the note from its own host', async () => {
  const start = await balance()
  await tip({ to: RECEIVER, note: `${notes.origin}/thanks.json` }, async (page, _told, faults) => {
    await page.getByText('Thank you!').waitFor()
    await page.getByText('Your last tip').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('@appkit/plugin.tip-jar'))).toMatch(/^0x[0-9a-f]{64}$/)
    expect(notes.seen).toEqual(['/thanks.json'])
    expect(faults).toEqual([])
  })
  await expect.poll(balance, { timeout: 10_000 }).toBe(start + TIP)
}, 120_000)

it('kit refuses a host that the plugin did not declare, and names both', async () => {
  const start = await balance()
  await tip({ to: RECEIVER, note: `${stranger.origin}/thanks.json` }, async (page, told, faults) => {
    await page.getByText('The word of thanks is not').waitFor()
    const refusal = `Plugin "tip-jar" did not declare the host ${stranger.origin} in its permissions`
    await expect.poll(() => told.join('\n')).toContain(refusal)
    expect(stranger.seen).toEqual([])
    // The plugin's kit refused the request, so the page's policy was not violated.
    expect(faults).toEqual([])
  })
  await expect.poll(balance, { timeout: 10_000 }).toBe(start + TIP)
}, 120_000)

it('remove restores the project completely', () => {
  const removed = walletkit(site, 'remove', NAME, '--yes')
  expect(removed.code, removed.err).toBe(0)
  expect(read(site, 'walletkit.config.json')).toBe(before.config)
  expect(read(site, 'package.json')).toBe(before.package)
  expect(existsSync(join(site, 'node_modules', NAME))).toBe(false)
  expect(read(site, 'package-lock.json')).not.toContain(NAME)
  expect(build().files).toEqual(before.built)
}, 120_000)
