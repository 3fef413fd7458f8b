import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newPlugin } from '../../../../cli/commands/plugin/new.ts'
import { loadParse } from '../../../../cli/stages/parse.ts'
import { namesOf, takenBy } from '../../../../cli/stages/plugin/names.ts'
import { pluginFiles } from '../../../../cli/stages/plugin/template.ts'
import { filesOfGuide } from '../../../support/guide.ts'
import { call, CONFIG, folder, repository, write } from '../../project.ts'

const filesIn = async (root: string) =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()

it('writes a plugin into the project under names made from its id', async () => {
  const root = await folder({ 'walletkit.config.json': CONFIG })
  const { code, out } = await call(['plugin', 'new', 'coin-flip', '--json'], root)
  expect(code).toBe(0)
  const answer = JSON.parse(out) as { dir: string; files: string[]; next: string[] }
  expect(answer.dir).toBe(join(root, 'plugins/coin-flip'))
  expect(await filesIn(answer.dir)).toEqual(answer.files)
  expect(answer.files).toEqual(expect.arrayContaining(['index.ts', 'controller.test.ts', 'views/CoinFlipView.tsx']))
  expect(answer.next[0]).toBe('npx walletkit add ./plugins/coin-flip')
  expect(answer.next[1]).toMatch(/^npm install .*vitest typescript @types\/node {3}for its test and types$/)
  const texts = await Promise.all(answer.files.map((file) => readFile(join(answer.dir, file), 'utf8')))
  expect(texts.join('\n')).not.toMatch(/my.?plugin/i)
  const own = JSON.parse(await readFile(join(answer.dir, 'package.json'), 'utf8')) as Record<string, unknown>
  expect(own).toMatchObject({ name: 'coin-flip', private: true })
  expect(own).not.toHaveProperty('walletkit')

  const valid = await call(['plugin', 'validate', 'plugins/coin-flip', '--json'], repository)
  expect(valid.err).toContain('plugins/coin-flip holds no index.ts')
}, 60_000)

it('names only the tools for its test that the project lacks', async () => {
  const root = await folder({ 'walletkit.config.json': CONFIG })
  for (const name of ['vitest', 'typescript', '@types/node'])
    await write(root, { [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0' }) })
  const { out } = await call(['plugin', 'new', 'coin-flip', '--json'], root)
  expect((JSON.parse(out) as { next: string[] }).next).toEqual([
    'npx walletkit add ./plugins/coin-flip',
    'cd plugins/coin-flip',
    'npm run dev',
  ])
}, 60_000)

it('names steps that a shell reads as a folder with a space', async () => {
  const root = await folder({ 'walletkit.config.json': CONFIG })
  const { out } = await call(['plugin', 'new', 'coin-flip', '--dir', 'my plugins/coin', '--json'], root)
  const { next } = JSON.parse(out) as { next: string[] }
  expect(next).toEqual(expect.arrayContaining(['npx walletkit add "./my plugins/coin"', 'cd "my plugins/coin"']))
}, 60_000)

it('writes nothing with --dry-run or into a folder that is not empty', async () => {
  const root = await folder({ 'plugins/coin-flip/mine.txt': '' })
  const full = await call(['plugin', 'new', 'coin-flip'], root)
  expect(full).toMatchObject({ code: 1, err: expect.stringContaining('not empty') as string })
  const dry = await call(['plugin', 'new', 'coin-flip', '--dir', 'other', '--dry-run'], root)
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('  index.ts\n') as string })
  expect(await filesIn(root)).toEqual(['plugins/coin-flip/mine.txt'])
}, 60_000)

describe('plugin names', () => {
  const ours = [
    { id: 'send', feature: 'send' },
    { id: 'smart-sessions', feature: 'smartSessions' },
    { id: 'receive', feature: 'receive' },
  ]

  it('are made from the id', () => {
    expect(namesOf('tip-jar')).toEqual({
      id: 'tip-jar',
      feature: 'tipJar',
      view: 'TipJar',
      title: 'Tip jar',
      constant: 'TIP_JAR',
      packageName: 'walletkit-plugin-tip-jar',
    })
  })

  it.each([
    ['send', 'send'],
    ['sned', 'send'],
    ['recieve', 'receive'],
    ['smart-session', 'smart-sessions'],
    ['smartsessions', 'smartSessions'],
    ['walletkit', 'walletkit'],
    ['wallet-kit', 'walletkit'],
    ['walletkit-plugin-send', 'send'],
    ['sandbox', 'sandbox'],
    ['contacts', 'contacts'],
    ['siwx-auth-token', 'siwx-auth-token'],
    ['batches', 'batches'],
  ])('%s is rejected because it resembles %s', (id, by) => expect(takenBy(id, ours)).toBe(by))

  it.each(['tip-jar', 'sender-list', 'recurring', 'lending', 'loyalty'])('%s is accepted', (id) =>
    expect(takenBy(id, ours)).toBeUndefined(),
  )

  const made = ['analytics', 'all-wallets', 'downloads', 'get-wallet']
  it.each(['Tip', 'tip_jar', '-tip', 'tip-', '../tip', 'tip jar', '1up', 'a'.repeat(41), 'send', 'swasp', ...made])(
    '%s is rejected',
    async (name) => {
      const root = await folder()
      await expect(newPlugin(name, { package: true, root })).rejects.toThrow(
        /Write words in kebab-case|Choose another name/,
      )
      expect(await filesIn(root)).toEqual([])
    },
  )
})

it.each(['export', 'make', 'kits', 'panel', 'button', 'plugin-kit', 'view-props'])(
  'writes code in which the name %s clashes with nothing',
  async (id) => {
    const files = await pluginFiles({ id, standAlone: false, version: '0.1.0', specs: {} })
    const parse = await loadParse()
    const code = [...files].filter(([path]) => /\.tsx?$/.test(path))
    expect(code.map(([path, text]) => [path, parse(path, text).error])).toEqual(code.map(([path]) => [path, undefined]))
    // A constant in a test would hide the function of the same name that the test calls.
    expect(files.get('controller.test.ts')).not.toContain(`const ${namesOf(id).feature} = await`)
  },
)

it('becomes the example when the blocks of the guide are added', async () => {
  const root = await folder()
  await call(['plugin', 'new', 'tip-jar', '--package'], root)
  const example = join(repository, 'tests/examples/tip-jar')
  const blocks = filesOfGuide('runtime/host/README.md')
  expect(blocks.size).toBeGreaterThan(8)
  const ignored = (file: string) => file.startsWith('dist/') || file.startsWith('node_modules/')
  const files = (await filesIn(example)).filter((file) => !ignored(file))
  expect([...new Set([...(await filesIn(join(root, 'tip-jar'))), ...blocks.keys()])].sort()).toEqual(files)
  for (const file of files) {
    const made = blocks.get(file) ?? (await readFile(join(root, 'tip-jar', file), 'utf8'))
    expect(made, file).toBe(await readFile(join(example, file), 'utf8'))
  }
}, 60_000)
