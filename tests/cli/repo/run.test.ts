import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../cli/repo/run.ts'

/** Runs a command of this repository as `npm run` does, once everything is installed. */
const npmRun = (command: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'cli/repo/start.mjs'), command, ...args], { encoding: 'utf8' })

it('a command of the repository says what it does', () => {
  const { status, stdout, stderr } = npmRun('live', '--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^`npm run live \[-- --json\][^]*Exits with 1 only if a check failed\.\n$/)
}, 60_000)

it('a command of the repository refuses an option that it does not know, without a stack', () => {
  const { status, stdout, stderr } = npmRun('live', '--jsno')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toBe("Unknown option '--jsno'\n--help says what there is.\n")
}, 60_000)
