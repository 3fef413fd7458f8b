/** Runs the README's commands as written. `npm run demo` has its own test, and `npm test` runs this one. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { sh } from '../support/shell.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const text = readFileSync(join(ROOT, 'README.md'), 'utf8')
const commands = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block.trim().split('\n'))
const home = mkdtempSync(join(tmpdir(), 'walletkit-readme-'))
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
  const site = join(home, 'my-site')
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
