import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mirrorTests } from '../../../cli/repo/mirrorTests.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'walletkit-mirror-'))
  for (const path of [
    'tests/runtime/http/client.test.ts',
    'tests/runtime/http/retry.test.ts',
    'tests/runtime/ui/card.test.tsx',
    'tests/flows/send.test.ts',
  ]) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await writeFile(join(root, path), '')
  }
})
afterAll(() => rm(root, { recursive: true }))

it.each([
  ['the test of the same name', 'runtime/http/client.ts', ['tests/runtime/http/client.test.ts']],
  ['with markup too', 'runtime/ui/card.tsx', ['tests/runtime/ui/card.test.tsx']],
  [
    'else those of its folder',
    'runtime/http/back-off.ts',
    ['tests/runtime/http/client.test.ts', 'tests/runtime/http/retry.test.ts'],
  ],
  ['itself', 'tests/runtime/http/retry.test.ts', ['tests/runtime/http/retry.test.ts']],
  ['none where nothing mirrors it', 'plugins/send/index.ts', []],
  ['no flow', 'tests/flows/send.test.ts', []],
])('a changed file’s tests: %s', async (_, changed, tests) => {
  expect(await mirrorTests([changed], root)).toEqual(tests)
})

it('lists each test once', async () => {
  const both = ['runtime/http/client.ts', 'tests/runtime/http/client.test.ts']
  expect(await mirrorTests(both, root)).toEqual(['tests/runtime/http/client.test.ts'])
})
