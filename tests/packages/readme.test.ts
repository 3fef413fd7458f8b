/** Runs the README's commands as written. `npm run demo` has its own test, and `npm test` runs this one. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { gzip } from '../bench/gzip.ts'
import { useBrowser } from '../support/browser.ts'
import { lastLine, walletkit } from '../support/packed.ts'
import { serveFolder } from '../support/serve.ts'
import { sh } from '../support/shell.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const text = readFileSync(join(ROOT, 'README.md'), 'utf8')
const commands = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block.trim().split('\n'))
const browser = useBrowser()
const home = mkdtempSync(join(tmpdir(), 'walletkit-readme-'))
const site = join(home, 'my-site')
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('README begins with the two commands that need no preparation', () => {
  expect(commands.slice(0, 2)).toEqual([['npm run demo'], ['npm test']])
})

it('commands of the README create a project, while the packages are not published', () => {
  const [pack, create, enter, dev] = commands[2] ?? []
  // The packages are packed already, by the setup of these tests.
  expect(pack).toBe('npm run pack -- --out packages')
  const [bin, own] = ['cli/create/dist/create-walletkit.js', inject('packed').create]
  expect(create).toContain(bin)
  // The same file from the tarball: the test of `npm run demo` builds the one of the checkout anew at the same time.
  const typed = (create ?? '')
    .replace(bin, own)
    .replace('../my-site', site)
    .replace(/packages$/, inject('packed').folder)
  const [command = '', ...args] = typed.split(' ')
  sh(ROOT, command, ...args)
  expect(enter).toBe('cd ../my-site')
  expect(dev).toBe('npm run dev')
  // Check that the project is installed, and has a `dev` script and a README.
  expect(existsSync(join(site, 'node_modules/walletkit/dist/cli/walletkit.js'))).toBe(true)
  expect(readFileSync(join(site, 'package.json'), 'utf8')).toContain('"dev": "walletkit dev"')
  expect(readFileSync(join(site, 'README.md'), 'utf8')).toContain('npm run dev')
  expect(sh(site, 'npm', 'run', '-s', 'check', '--', '--json')).toContain('"ok":true')
}, 240_000)

it('figures of the README are those of that project, with every feature but the passkey wallet', async () => {
  const path = join(site, 'walletkit.config.json')
  const config = JSON.parse(readFileSync(path, 'utf8')) as { features: Record<string, unknown> }
  const features = Object.entries(config.features).map(([name, is]) => [name, is === false ? !OFF.includes(name) : is])
  writeFileSync(path, JSON.stringify({ ...config, features: Object.fromEntries(features) as unknown }))
  const { code, out, err } = walletkit(site, ['build', '--json'])
  expect(code, err).toBe(0)
  const { weights } = lastLine<{ weights: Record<'eager' | 'idle' | 'firstOpen' | 'total', Weight> }>(out)
  const shown = weights.firstOpen.overReact - weights.eager.overReact
  const after = (await scriptsToOpen(browser(), join(site, 'dist'))) - shown
  const measured = [weights.eager.overReact, weights.idle.overReact, shown, after, weights.total.overReact]
  const row = /^\|[^\n]*kB more[^\n]*$/m.exec(text)?.[0] ?? ''
  const written = [...row.matchAll(/(\d+) kB/g)].map(([, figure]) => Number(figure))
  // Rounded to kB; small changes of the code may stay unwritten.
  expect(written).toEqual(measured.map((bytes, at) => near(bytes / 1000, written[at] ?? NaN)))
}, 120_000)

type Weight = { overReact: number }
/** Stay off: the README's figures are without the passkey wallet, and the others are no features of their own. */
const OFF = ['passkey', 'legalCheckbox', 'collapseWallets']

/** `written` if it is at most 5 % or 1 from the figure, else the figure. */
const near = (figure: number, written: number) =>
  Math.abs(figure - written) <= Math.max(1, figure / 20) ? written : figure

/** The gzip bytes of the scripts that the page fetches from the click on its button until it is quiet. */
async function scriptsToOpen(to: Browser, dist: string): Promise<number> {
  const served = await serveFolder(dist)
  const page = await to.newPage()
  try {
    await page.goto(served.url, { waitUntil: 'networkidle' })
    const asked = new Set<string>()
    let last = Date.now()
    page.on('request', (request) => {
      if (request.resourceType() !== 'script') return
      asked.add(new URL(request.url()).pathname)
      last = Date.now()
    })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await page.getByRole('dialog').waitFor()
    // Some parts are fetched when the browser is idle, which takes longer on a busy machine.
    await expect.poll(() => Date.now() - last, { timeout: 20_000 }).toBeGreaterThan(2_500)
    return [...asked].reduce((sum, name) => sum + gzip(readFileSync(join(dist, name))), 0)
  } finally {
    await page.close()
    await served.stop()
  }
}
