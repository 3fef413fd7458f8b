import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compareSizes, readSizes, type Sizes, type SizeRow } from '../../../cli/stages/sizes.ts'
import { command, site } from '../builder.ts'
import { CONFIG, write } from '../project.ts'

const size = (root: string, ...args: string[]) => command(['size', ...args], root)
type Answer = Sizes & { ok: boolean; rows: SizeRow[]; comparedWith?: string; kept?: string }

it(
  'weighs each feature, saves the report, and prints the difference to the last one',
  { timeout: 180_000 },
  async () => {
    const root = await site()
    const file = join(root, '.walletkit/size.json')
    const dry = await size(root, '--dry-run', '--json')
    expect(dry).toMatchObject({ code: 0, err: '' })
    expect(existsSync(file)).toBe(false)
    const first = await size(root)
    expect(first.code).toBe(0)
    expect(first.err).toContain(
      'Kept in .walletkit/size.json, for the next comparison; .gitignore may name .walletkit/.',
    )
    expect(first.out).toMatch(/^ {2}receive lazy +\d+ B +\d+\.\d kB$/m)
    const kept = readSizes(await readFile(file, 'utf8'))
    const { rows: _rows, ok: _ok, ...sizes } = JSON.parse(dry.out) as Answer
    expect({ ...sizes, version: 1 }).toEqual(kept)
    expect(kept.features.receive?.lazy).toBeGreaterThan(100)

    await write(root, {
      'walletkit.config.json': CONFIG.replace('"send": false', '"send": true'),
      'old.json': JSON.stringify(kept),
    })
    const more = JSON.parse((await size(root, '--json')).out) as Answer
    expect(more).toMatchObject({ ok: true, comparedWith: '.walletkit/size.json', kept: '.walletkit/size.json' })
    const send = more.rows.find(({ name }) => name === 'send lazy')
    expect(send?.before).toBe(0)
    expect(send?.bytes).toBe(more.features.send?.lazy)
    expect(send?.bytes).toBeGreaterThan(100)

    const against = await size(root, '--compare', 'old.json')
    expect(against.err).toContain('Compared with old.json.')
    expect(against.out).toMatch(new RegExp(`^ {2}send lazy .* \\+${send?.bytes} B$`, 'm'))
    expect(against.out).toMatch(/^ {2}receive lazy .* (same|[+−]\d+ B)$/m)
    expect(await size(root, '--compare', 'none.json')).toMatchObject({
      code: 1,
      err: expect.stringContaining('none.json') as string,
    })
  },
)

it('prints a removed feature, and ignores a broken report', () => {
  const before: Sizes = { version: 1, eager: 1, firstOpen: 2, total: 3, features: { send: { eager: 4, lazy: 5 } } }
  expect(compareSizes({ ...before, total: 2, features: {} }, before).slice(2)).toEqual([
    { name: 'total', bytes: 2, before: 3 },
    { name: 'send eager', bytes: 0, before: 4 },
    { name: 'send lazy', bytes: 0, before: 5 },
  ])
  expect(readSizes(JSON.stringify(before))).toEqual(before)
  for (const broken of [
    '{}',
    '[]',
    '{"version":2}',
    JSON.stringify({ ...before, eager: '1' }),
    JSON.stringify({ ...before, features: { a: 1 } }),
  ])
    expect(() => readSizes(broken)).toThrow(/is not a number|not a size report/)
})
