/** With `--json`, every command prints one JSON document on stdout, whatever happens. */
import { describe, expect, it } from 'vitest'
import { plainLines } from '../../cli/answer.ts'
import { main as create } from '../../cli/create/program.ts'
import { MANIFEST, project } from './guestProject.ts'
import { call, folder, write } from './project.ts'

const parsed = (out: string): unknown => {
  expect(out.trim().split('\n')).toHaveLength(1)
  return JSON.parse(out)
}

const BROKEN = '{ "projectId": "test", "networks": ["eip155:1"], "featurs": {} }'
const COMMANDS = [
  ['check'],
  ['build'],
  ['emit'],
  ['dev'],
  ['studio', '--port', 'x'],
  ['add', 'send'],
  ['remove', 'send'],
  ['add', './plugins/coin', '--yes'],
  ['doctor'],
  ['size'],
  ['csp'],
  ['upgrade'],
  ['import', 'appkit', './none'],
  ['plugin', 'validate', './none'],
  ['plugin', 'pack', './none'],
  ['plugin', 'new', 'Bad Name'],
]

describe('with a config that has issues', () => {
  it.each(COMMANDS.map((command) => [command.join(' '), command] as const))(
    '%s --json',
    async (_, command) => {
      const { walletkit } = await project(BROKEN)
      const { code, out } = await walletkit(...command, '--json')
      expect(code).toBe(1)
      expect(parsed(out)).toMatchObject({ ok: false })
    },
    60_000,
  )
})

describe('without a config', () => {
  it.each(COMMANDS.map((command) => [command.join(' '), command] as const))(
    '%s --json',
    async (_, command) => {
      const { root } = await project()
      const { code, out } = await call([...command, '--config', 'none.json', '--json'], root)
      expect(code).toBe(1)
      expect(parsed(out)).toMatchObject({ ok: false })
    },
    60_000,
  )
})

it.each([
  ['an unknown command', ['chekc']],
  ['an unknown flag', ['check', '--jsno']],
  ['a missing argument', ['add']],
  ['a choice that is not one', ['csp', '--for', 'none']],
])('%s --json', async (_, command) => {
  const { walletkit } = await project()
  const { code, out } = await walletkit(...command, '--json')
  expect(code).toBe(1)
  expect(parsed(out)).toEqual({ ok: false, error: expect.stringMatching(/\w/) as string })
})

it('remove --json of a plugin that another one needs says so as JSON, and of one with leftovers too', async () => {
  const { root, walletkit } = await project()
  await write(root, { 'plugins/toss/index.js': MANIFEST('toss', ", requires: ['coin']") })
  for (const name of ['coin', 'toss'])
    expect(parsed((await walletkit('add', `./plugins/${name}`, '--yes', '--json')).out)).toMatchObject({ ok: true })
  expect(parsed((await walletkit('remove', 'coin', '--json')).out)).toEqual({
    ok: false,
    error: './plugins/toss needs the plugin coin. Remove it first. Nothing was removed.',
  })
  expect(parsed((await walletkit('remove', 'toss', '--json')).out)).toMatchObject({ ok: true })
}, 60_000)

it('create-walletkit --json answers an unknown flag too', async () => {
  const { root } = await project()
  const { code, out } = await call(['site', '--nothing', '--json'], root, create)
  expect(code).toBe(1)
  expect(parsed(out)).toMatchObject({ ok: false })
})

it('nothing that a command says to people has an escape sequence of a file', async () => {
  const osc = '\u001b]52;c;ZXZpbA==\u0007'
  const root = await folder({
    [`src/a\u001b[31m.ts`]: `import { getDefaultConfig } from '@rainbow-me/rainbowkit'\nexport const config = getDefaultConfig({ appName: foo("${osc}"), '${osc}x': bar("${osc}") })\n`,
    'p/index.js': `export default { id: '${osc}x', feature: 'tip\u001b[2J', engine: '^0.1', '${osc}': 1 }\n`,
    'p/z\u001b[31m.js': `import '${osc}'\n`,
  })
  for (const args of [
    ['import', 'rainbowkit', 'src', '--dry-run'],
    ['plugin', 'validate', './p'],
  ]) {
    const { err } = await call(args, root)
    expect(err).toMatch(/\w/)
    expect(err).not.toMatch(/[\u001b\u0007\u009b]/)
  }
})

it.each([
  ['an escape sequence', 'a\u001b[31mb', 'ab'],
  ['a carriage return alone', 'a\rb', 'a\ufffdb'],
  ['an override of the direction', 'a\u202eb', 'a\ufffdb'],
  ['a mark of the direction', 'a\u200fb\u200ec\u061cd', 'a\ufffdb\ufffdc\ufffdd'],
  ['lines and tabs, which stay', 'a\r\nb\n\tc', 'a\nb\n\tc'],
])('a terminal obeys nothing of a text with %s', (_, text, plain) => {
  expect(plainLines(text)).toBe(plain)
})
