import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { call, folder } from '../project.ts'

const cli = (args: string[], cwd: string) => call(['upgrade', ...args], cwd)
const text = (root: string, file = 'walletkit.config.json') => readFile(join(root, file), 'utf8')
const OLD = '{\n\t"projectId":   "test", "networks": [ "eip155:1" ],\n\t"features": {}\n}\n'
const NEW = OLD.replace(
  '"projectId"',
  '"$schema": "./node_modules/walletkit/schema/generated/schema.json",\n\t"projectId"',
)

it('adds the schema, keeps the formatting, and changes nothing when run again', async () => {
  const root = await folder({ 'walletkit.config.json': OLD })
  const dry = await cli(['--dry-run'], root)
  expect(dry.code).toBe(0)
  expect(dry.out).toContain(
    '@@ -1,4 +1,5 @@\n {\n+\t"$schema": "./node_modules/walletkit/schema/generated/schema.json",\n',
  )
  expect(await text(root)).toBe(OLD)
  expect(await cli([], root)).toMatchObject({ code: 0, err: expect.stringContaining('$schema is named') as string })
  expect(await text(root)).toBe(NEW)
  expect(JSON.parse((await cli(['--json'], root)).out)).toMatchObject({ ok: true, changed: false, from: 1, to: 1 })
  expect(await text(root)).toBe(NEW)
})

it('finds the schema of a package in a parent folder, and reports what it cannot fix', async () => {
  const root = await folder({
    'node_modules/walletkit/schema/generated/schema.json': '{}',
    'apps/shop/walletkit.config.json': '{ "$schema": "https://old.test/s.json", "projectid": "x" }',
    'broken.json': '{ "a": }',
  })
  const { code, out } = await cli(['--config', 'apps/shop/walletkit.config.json', '--json'], root)
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ ok: false, changed: true, from: 0 })
  expect(await text(root, 'apps/shop/walletkit.config.json')).toBe(
    '{ "$schema": "../../node_modules/walletkit/schema/generated/schema.json", "projectid": "x" }',
  )
  expect(await cli(['--config', 'broken.json'], root)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/broken\.json:1:8.*\n {2}1 \| \{ "a": \}\n {4}\| {8}\^\n/) as string,
  })
})
