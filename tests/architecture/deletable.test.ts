/**
 * Checks that each plugin is only its folder: without it the source type-checks, and the runtime does not name it.
 * `imports.test.ts` checks that no other folder imports it, so it is enough to exclude the folder from the compiler.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT, sources } from './graph.ts'

const ids = readdirSync(join(ROOT, 'plugins'))
const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
let folder: string
beforeAll(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  folder = mkdtempSync(join(ROOT, '.cache/without-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A compiler run takes seconds, so each excludes several folders: all of them, and each with others left in place.
it.concurrent.each([
  ['any plugin', ids],
  ['every second plugin', ids.filter((_, at) => at % 2 === 0)],
  ['the others', ids.filter((_, at) => at % 2 === 1)],
])('source type-checks without %s', async (name, without) => {
  const config = join(folder, `${name.replaceAll(' ', '-')}.json`)
  const [runtime, plugins] = [join(ROOT, 'runtime'), join(ROOT, 'plugins')]
  const exclude = without.map((id) => join(plugins, id))
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: [runtime, plugins], exclude }))
  // Rejects with the compiler's output. The list of files that it read must not include the folders.
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', config, '--listFiles'])
  expect(stdout.split('\n').filter((path) => without.some((id) => path.includes(`/plugins/${id}/`)))).toEqual([])
})

it.each(ids)('runtime never names plugins/%s', (id) => {
  const path = new RegExp(`plugins/${id}\\b`)
  const named = sources('runtime').filter((file) => path.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(named).toEqual([])
})

it('has eleven plugin folders, each with a manifest, a schema and a README', () => {
  expect(ids.sort()).toEqual([
    'approvals',
    'email',
    'history',
    'names',
    'onramp',
    'passkey',
    'receive',
    'send',
    'smart-sessions',
    'socials',
    'swaps',
  ])
  for (const id of ids)
    expect(readdirSync(join(ROOT, 'plugins', id))).toEqual(
      expect.arrayContaining(['index.ts', 'config.schema.json', 'README.md']),
    )
})
