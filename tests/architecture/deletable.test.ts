/** Each plugin is one folder: without it the source type-checks, and no name of it is left anywhere in the runtime. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT, sources } from './graph.ts'

const ids = readdirSync(join(ROOT, 'plugins'))
const copies: string[] = []
afterAll(() => copies.forEach((copy) => rmSync(copy, { recursive: true, force: true })))

describe.each(ids)('plugins/%s', (id) => {
  it('can be deleted with the source still checking', () => {
    const copy = mkdtempSync(join(tmpdir(), 'walletkit-'))
    copies.push(copy)
    for (const room of ['runtime', 'plugins', 'package.json', 'tsconfig.json']) {
      cpSync(join(ROOT, room), join(copy, room), {
        recursive: true,
        filter: (path) => !/node_modules|[\\/]dist$/.test(path),
      })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    rmSync(join(copy, 'plugins', id), { recursive: true })
    writeFileSync(
      join(copy, 'tsconfig.own.json'),
      '{ "extends": "./tsconfig.json", "include": ["runtime", "plugins"] }',
    )
    const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
    const check = () =>
      execFileSync(process.execPath, [compiler, '-p', 'tsconfig.own.json'], {
        cwd: copy,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    expect(check).not.toThrow()
  })

  it('is named nowhere in the runtime', () => {
    const path = new RegExp(`plugins/${id}\\b`)
    const named = sources('runtime').filter((file) => path.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(named).toEqual([])
  })
})

it('has nine plugin folders, each with a manifest, a schema and a README', () => {
  expect(ids.sort()).toEqual([
    'email',
    'history',
    'names',
    'onramp',
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
