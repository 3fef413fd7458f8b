/**
 * Checks CONTRIBUTING's lists of the files to change for a task: the files exist, contain the named symbols, and none
 * is missing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, ROOT, sources } from './graph.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The entries of the lists, by their bold name, for example `a slot`. */
const entries = new Map(
  [
    ...read('CONTRIBUTING.md').matchAll(
      /^- \*\*((?:an? |change |find |show )[^*]+)\*\*[^:]*:\s+([^]*?)(?=^- |^#|^And )/gm,
    ),
  ].map(([, name = '', text = '']) => [name, text.replace(/\s+/g, ' ')]),
)
const linksOf = (name: string) => [...(entries.get(name) ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)

/** The source files, without tests, that contain all of these words outside of block comments. */
const holding = (...words: string[]) =>
  sources('runtime', 'plugins', 'cli', 'schema', 'sandbox').filter((file) => {
    const text = read(file).replace(/\/\*[^]*?\*\//g, '')
    return words.every((word) => text.includes(word))
  })

it.each([
  'a wallet link',
  'a link into a Solana wallet’s own browser',
  'a new kind of wallet link',
  'an analytics event of a plugin',
  'an analytics event',
  'a chain family',
  'a text',
  'a slot',
  'a CLI command',
  'a sandbox service',
  'a thing that the login keeps',
  'an entry point',
  'show the item of a plugin’s slot on another namespace',
  'change how long a toast stays',
  'find why a connect was refused',
])('%s: opening at most four more files, each with a symbol of the entry', (name) => {
  const links = linksOf(name)
  expect(links.length).toBeGreaterThan(0)
  expect(links.length).toBeLessThanOrEqual(4)
  const symbols = (entries.get(name) ?? '').replace(/\[[^\]]*\]\([^)]*\)/g, '').match(/`[^`]+`/g) ?? []
  for (const link of links) {
    expect(existsSync(join(ROOT, link)), link).toBe(true)
    const found = symbols.filter((symbol) => read(link).includes(symbol.slice(1, -1)))
    if (name !== 'a chain family') expect(found, `${link} has none of ${symbols.join(', ')}`).not.toEqual([])
  }
})

it('each symbol is declared or written in a file of its entry', () => {
  for (const [name, text] of entries) {
    for (const [, symbol = '', link = ''] of text.matchAll(/`([^`]+)` in \[`[^`]+`\]\(([^)]+)\)/g))
      expect(
        new RegExp(`(?<![\\w.])${symbol}(?!\\w)`).test(read(link).replace(/^import [^]*?'[^']*'$/gm, '')),
        `${name}: ${symbol} in ${link}`,
      ).toBe(true)
  }
})

describe('no file is missing', () => {
  it('an analytics event: every file that lists the events of the core', () => {
    expect(holding('CLICK_ALL_WALLETS', 'SIWX_AUTH_ERROR').sort()).toEqual(linksOf('an analytics event').sort())
  })

  it('a slot: every file that lists the slots', () => {
    const listed = [...holding('accountMenu', 'guards', 'connectMethods'), 'runtime/host/README.md']
    expect(listed.sort()).toEqual(linksOf('a slot').sort())
  })

  it('a text: only such files define texts', () => {
    const defining = holding('defineMessages({').filter((file) => !/(?:^|[./])messages\.ts$/.test(file))
    expect(defining).toEqual([])
  })

  it('a CLI command: the README has a row for each', () => {
    const register = read('cli/program.ts') + read('cli/commands/plugin/register.ts')
    const commands = [...register.matchAll(/(?<!plugin\.)command\(\s*'(\w+)/g)].map(([, name]) => name)
    const [table = ''] = /^\| Command [^]*?\n\n/m.exec(read('cli/README.md')) ?? []
    const rows = [...table.matchAll(/^\| (`[^|]*`) /gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
    expect(rows.sort()).toEqual(commands.sort())
  })

  it('a sandbox service: only these files import the routes and the services', () => {
    const imports = sources('sandbox').flatMap(importsOf)
    const routes = imports.filter(({ to }) => /^sandbox\/\w+\/routes\.ts$/.test(to))
    expect(routes.length).toBeGreaterThan(4)
    const folders = routes.map(({ to }) => to.replace('routes.ts', ''))
    const makers = imports.filter(
      ({ from, to, kind }) =>
        kind === 'value' && folders.some((folder) => to === `${folder}index.ts` && !from.startsWith(folder)),
    )
    expect(new Set(routes.map(({ from }) => from))).toEqual(new Set(['sandbox/routes.ts']))
    expect(new Set(makers.map(({ from }) => from))).toEqual(new Set(['sandbox/sandbox.ts']))
  })

  it('change how long a toast stays: one file sets it', () => {
    expect(holding('TOAST_DURATION =')).toEqual(linksOf('change how long a toast stays'))
  })

  it('show the item of a plugin’s slot on another namespace: each README names the namespaces of its items', () => {
    for (const plugin of readdirSync(join(ROOT, 'plugins'))) {
      const items = read(`plugins/${plugin}/index.ts`).matchAll(/namespaces: \[([^\]]*)\]/g)
      const wanted = [...items].map(([, list = '']) => list.replace(/'/g, '').replace(/, (?=[^,]*$)/, ' and '))
      const [slots = ''] = /\*\*Slots\*\*[^]*?\*\*Views\*\*/.exec(read(`plugins/${plugin}/README.md`)) ?? []
      for (const namespaces of wanted) expect(slots, plugin).toContain(namespaces)
    }
  })
})
