/** Which file is the config, by the flag, the environment and the working directory. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError } from '../../../server/config/config.ts'
import { loadConfig } from '../../../server/config/load.ts'
import { masterKey } from '../../support/hosted.ts'

const environment = { WALLETKIT_MASTER_KEYS: masterKey('k1'), WALLETKIT_SMTP: 'smtp://mail.example' }
let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'load-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const pathsOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof ConfigError) return error.issues.map(({ path }) => path)
    throw error
  }
  return []
}

it('is the flag’s file, else the one of WALLETKIT_CONFIG, and must be there', () => {
  const [flag, variable] = [join(folder, 'flag.json'), join(folder, 'variable.json')]
  const load = (path?: string) => loadConfig(path, { ...environment, WALLETKIT_CONFIG: variable })
  expect(pathsOf(() => load(flag))).toEqual([flag])
  expect(pathsOf(() => load())).toEqual([variable])
  writeFileSync(flag, '{ "relay": false, "unknown": 1 }')
  expect(pathsOf(() => load(flag))).toContain('unknown')
})

it('is not an empty WALLETKIT_CONFIG, which counts as none', () => {
  const issues = (more: object) => pathsOf(() => loadConfig(undefined, { ...environment, ...more }))
  expect(issues({ WALLETKIT_CONFIG: '' })).toEqual(issues({}))
  expect(issues({ WALLETKIT_CONFIG: '' })).not.toContain(process.cwd())
})
