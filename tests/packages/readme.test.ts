/** The README's commands, as somebody types them. `npm run demo` has its own test, and `npm test` is what runs this. */
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

it('begins with the two commands that need nothing else', () => {
  expect(commands.slice(0, 2)).toEqual([['npm run demo'], ['npm test']])
})

it('makes a project with the commands that it shows, as long as the packages are not published', () => {
  const [pack, create, enter, dev] = commands[2] ?? []
  // The same packing has been done for all of these tests.
  expect(pack).toBe('npm run pack -- --out packages')
  expect(existsSync(join(ROOT, 'cli/create/dist/create-walletkit.js'))).toBe(true)
  const site = join(home, 'my-site')
  const typed = (create ?? '').replace('../my-site', site).replace(/packages$/, inject('packed').folder)
  const [command = '', ...args] = typed.split(' ')
  sh(ROOT, command, ...args)
  expect(enter).toBe('cd ../my-site')
  expect(dev).toBe('npm run dev')
  // Installed, with a script of that name, and a README of its own.
  expect(existsSync(join(site, 'node_modules/walletkit/dist/cli/walletkit.js'))).toBe(true)
  expect(readFileSync(join(site, 'package.json'), 'utf8')).toContain('"dev": "walletkit dev"')
  expect(readFileSync(join(site, 'README.md'), 'utf8')).toContain('npm run dev')
  expect(sh(site, 'npm', 'run', '-s', 'check', '--', '--json')).toContain('"ok":true')
}, 240_000)
