import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import prompts from 'prompts'
import { expect, it, onTestFinished } from 'vitest'
import { add } from '../../../cli/commands/feature.ts'
import { MANIFEST, project } from '../guestProject.ts'
import { CONFIG, write } from '../project.ts'

const schema = (changes: object = {}) =>
  JSON.stringify({
    description: 'A coin.',
    type: 'object',
    additionalProperties: false,
    required: ['url'],
    properties: {
      url: { type: 'string', pattern: '^https://', visibility: 'page', description: 'Where your server is.' },
      sides: { type: 'integer', visibility: 'page' },
    },
    ...changes,
  })

/** A project with a plugin whose option `url` a site must write. */
async function withRequired() {
  const made = await project()
  await write(made.root, {
    'plugins/coin/index.js': MANIFEST('coin', ", permissions: { hosts: [{ option: 'url' }] }"),
    'plugins/coin/config.schema.json': schema(),
  })
  return made
}
const OPTION = '--option=url=https://mine.example/a?b=c'

it('add names an option that the plugin needs, and the command with a place for its value', async () => {
  const { read, walletkit } = await withRequired()
  for (const more of [[], ['--yes'], ['--dry-run'], ['--yes', '--json']]) {
    const { code, err, out } = await walletkit('add', './plugins/coin', ...more)
    expect(code).toBe(1)
    expect(err).toContain(
      './plugins/coin needs a value for url (Where your server is.). Nothing was added. If you agree, run: walletkit add ./plugins/coin --yes --option url=…',
    )
    expect(more.includes('--json') ? JSON.parse(out) : { ok: false }).toMatchObject({ ok: false })
  }
  expect(await read()).toBe(CONFIG)
}, 60_000)

it('add writes the values of --option, each with its type, and what the config has stays', async () => {
  const { read, walletkit } = await withRequired()
  const added = await walletkit('add', './plugins/coin', '--yes', OPTION)
  expect(added.code, added.err).toBe(0)
  expect(JSON.parse(await read())).toMatchObject({ features: { coin: { url: 'https://mine.example/a?b=c' } } })
  expect(await walletkit('check')).toMatchObject({ code: 0 })
  expect(await walletkit('add', './plugins/coin', '--yes', '--option', 'sides=3')).toMatchObject({ code: 0 })
  expect(JSON.parse(await read())).toMatchObject({
    features: { coin: { url: 'https://mine.example/a?b=c', sides: 3 } },
  })
  expect(await walletkit('remove', './plugins/coin', '--yes')).toMatchObject({ code: 0 })
  expect(await read()).toBe(CONFIG)
}, 60_000)

it.each([
  ['a value that does not fit', './plugins/coin', ['url=mine'], /features\.coin\.url/],
  ['an option that the plugin does not have', './plugins/coin', ['ulr=a'], /no option ulr\. Did you mean url\?/],
  ['an option without a value', './plugins/coin', ['url'], /not of the form name=value/],
  ['a feature of walletkit', 'send', ['a=b'], /--option is for plugins of others/],
])('add refuses an --option with %s', async (_, spec, options, said) => {
  const { read, walletkit } = await withRequired()
  const flags = options.flatMap((option) => ['--option', option])
  const { code, err } = await walletkit('add', spec, '--yes', ...flags)
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(said) as string })
  expect(await read()).toBe(CONFIG)
})

it('add asks for the value at a terminal, after the consent, and writes nothing when the person stops', async () => {
  const { root, read, walletkit } = await withRequired()
  const before = [process.stdin.isTTY, process.stdout.isTTY]
  process.stdin.isTTY = process.stdout.isTTY = true
  onTestFinished(() => {
    ;[process.stdin.isTTY, process.stdout.isTTY] = [before[0] === true, before[1] === true]
  })
  prompts.inject([true, new Error('Stopped')])
  expect(await add('./plugins/coin', { root })).toBe(1)
  expect(await read()).toBe(CONFIG)
  prompts.inject([true, 'https://mine.example'])
  expect(await add('./plugins/coin', { root })).toBe(0)
  expect(JSON.parse(await read())).toMatchObject({ features: { coin: { url: 'https://mine.example' } } })
  expect(await walletkit('check')).toMatchObject({ code: 0 })
}, 40_000)

it('add repairs a plugin whose new version needs a value that the config does not have', async () => {
  const { root, read, walletkit } = await withRequired()
  await rm(join(root, 'plugins/coin/config.schema.json'))
  expect(await walletkit('add', './plugins/coin', '--yes')).toMatchObject({ code: 0 })
  await write(root, { 'plugins/coin/config.schema.json': schema() })
  const checked = await walletkit('check')
  expect(checked).toMatchObject({ code: 1, err: expect.stringContaining('features.coin needs a value') as string })
  expect(await walletkit('add', './plugins/coin', '--yes', OPTION)).toMatchObject({ code: 0 })
  expect(JSON.parse(await read())).toMatchObject({ features: { coin: { url: 'https://mine.example/a?b=c' } } })
}, 60_000)

it('add without a terminal names a command with the options that were given', async () => {
  const { read, walletkit } = await withRequired()
  const { code, err } = await walletkit('add', './plugins/coin', OPTION)
  expect(code).toBe(1)
  expect(err).toContain('run: walletkit add ./plugins/coin --yes --option "url=https://mine.example/a?b=c"\n')
  expect(await read()).toBe(CONFIG)
}, 60_000)
