/** `walletkit sandbox` in a project: it runs the sandbox that is installed there, and ends with it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandbox } from '../../../cli/commands/sandbox.ts'

const ROOT = new URL('../../..', import.meta.url).pathname
let project = ''

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'walletkit-sandbox-'))
  writeFileSync(join(project, 'package.json'), '{}')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

it('prints the install command for the sandbox when the project has none', async () => {
  await expect(sandbox([], project)).rejects.toThrow('npm install --save-dev walletkit-sandbox')
})

it('passes its flags on and returns the exit code', async () => {
  const installed = join(project, 'node_modules/walletkit-sandbox')
  mkdirSync(join(installed, 'dist'), { recursive: true })
  writeFileSync(join(installed, 'package.json'), '{ "type": "module" }')
  // The packed bin is a bundle. Here a script starts the same source file through a TypeScript loader.
  writeFileSync(
    join(installed, 'dist/walletkit-sandbox.js'),
    `import { spawnSync } from 'node:child_process'
const { status } = spawnSync(process.execPath, ['--import', 'tsx', ${JSON.stringify(join(ROOT, 'sandbox/bin.ts'))}, ...process.argv.slice(2)], { cwd: ${JSON.stringify(ROOT)}, stdio: 'inherit' })
process.exit(status)`,
  )
  expect(await sandbox(['--help'], project)).toBe(0)
  expect(await sandbox(['--no-such-flag'], project)).not.toBe(0)
})
