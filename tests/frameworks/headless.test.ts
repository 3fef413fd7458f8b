/** A headless page on a framework with server rendering (SvelteKit), as a user builds it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { scaffold } from '../support/packed.ts'
import { npm, outside } from '../support/shell.ts'

it('SvelteKit: no file of the browser contains our screens, and the build says so', () => {
  const home = mkdtempSync(join(tmpdir(), 'walletkit-headless-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const site = join(home, 'site')
  scaffold('sveltekit', site)
  npm(site, 'install', '--include=dev')
  const build = () =>
    execFileSync('npm', ['run', 'build'], { cwd: site, env: { ...outside, NODE_ENV: 'production' }, encoding: 'utf8' })
  build()
  expect(codeOf(join(site, 'build/client'))).toMatch(SCREENS)

  change(join(site, 'walletkit.config.json'), '{', '{ "headless": true,')
  change(join(site, 'vite.config.ts'), 'plugins: [sveltekit()]', 'plugins: [sveltekit(), walletkit({ emitted: true })]')
  change(
    join(site, 'vite.config.ts'),
    'import { defineConfig }',
    "import { walletkit } from 'walletkit/vite'\nimport { defineConfig }",
  )
  expect(build()).toContain('walletkit: 0.0 kB of screens in this build')
  expect(codeOf(join(site, 'build/client'))).not.toMatch(SCREENS)
}, 900_000)

/** Matches a text of a screen, or a call that only the modal makes. */
const SCREENS = /What is a wallet|showModal/

function change(file: string, from: string, to: string) {
  const before = readFileSync(file, 'utf8')
  expect(before).toContain(from)
  writeFileSync(file, before.replace(from, to))
}

const codeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
