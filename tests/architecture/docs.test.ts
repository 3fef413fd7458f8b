/** Checks every page of the docs: links lead somewhere, code compiles, configs are valid, commands exist. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ADVICE } from '../../cli/repo/docs/advice.ts'
import { TABLES } from '../../cli/repo/docs/errors.ts'
import { outline } from '../../cli/repo/docs/outline.ts'
import { type Docs, entriesOf, readDocs, type RenderedPage, renderDocs } from '../../cli/repo/docs/site.ts'
import { readConfig } from '../../schema/validate.ts'
import { parseConfig } from '../../server/config/config.ts'
import { rules } from '../schema/rules.ts'
import { BEFORE, type Block, blocksOf } from '../support/docsCode.ts'
import { ROOT, sources } from './graph.ts'

/** JSON blocks that are a config of the server, or a part of one. */
const SERVER_JSON = [
  ...['guides/server 0', 'guides/server-login 0', 'guides/server-sign-in 0', 'guides/server-sign-in 2'],
  ...['guides/server-accounts 0', 'guides/server-data 0', 'guides/server-data 2', 'guides/server-trade 0'],
  'guides/server-keys 0',
]
/**
 * JSON blocks that are not a kit's config: of the server, texts, an event, a fault, and the config of the plugin guide,
 * which its own test builds.
 */
const OTHER_JSON = [...SERVER_JSON, 'guides/languages 1', 'guides/analytics 0', 'guides/sandbox 0', 'plugins/first 0']

let docs: Docs
let pages: RenderedPage[]
let blocks: Block[]
beforeAll(() => {
  docs = readDocs()
  pages = renderDocs(docs)
  // Leave out the API's examples and the files of templates: both have tests of their own.
  const written = docs.pages.filter(({ path }) => !path.startsWith('reference/api/'))
  blocks = written.flatMap(blocksOf).filter(({ page, name }) => name === undefined || !page.startsWith('start/'))
})

it('links between pages lead to pages and sections that exist', () => {
  // `renderDocs` throws for a link to a missing page or section.
  expect(pages.length).toBeGreaterThan(60)
  const linked = pages.flatMap(({ links }) => links)
  expect(linked.filter(({ kind }) => kind === 'page').length).toBeGreaterThan(50)
  const paths = pages.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

it('every guide of the repository is a page', () => {
  const listed = outline().flatMap((section) => section.pages.map(({ source }) => source))
  const files = ['*README.md', 'server/guides/*.md']
  const guides = execFileSync('git', ['ls-files', ...files], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
  // Leave out the READMEs of templates and examples, which are separate projects. The pages of Start show them.
  const own = /^(README\.md$|\.changeset\/|templates\/|tests\/examples\/)/
  expect(guides.filter((path) => !own.test(path) && !listed.includes(path))).toEqual([])
})

it('code of the guides compiles', () => {
  const code = blocks.filter(({ language }) => /^tsx?$/.test(language))
  expect(code.length).toBeGreaterThan(35)
  const folder = join(ROOT, '.cache/docs-code')
  rmSync(folder, { recursive: true, force: true })
  for (const { page, language, name, at, code: text } of code) {
    const file = join(folder, page.replaceAll('/', '-'), name ?? `block${at}.${language}`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, [BEFORE[`${page} ${at}`] ?? '', text, 'export {}', ''].join('\n'))
  }
  const include = ['**/*.ts', '**/*.tsx', '../../templates/react/src/walletkit.d.ts']
  const whole = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: { paths: Record<string, string[]> }
  }
  const mapped = Object.entries(whole.compilerOptions.paths).map(([name, [path = '']]): [string, string[]] => [
    name,
    [join(ROOT, path)],
  ])
  // The types of `walletkit-sandbox` are built only for its package, so map it to the source.
  const paths = { ...Object.fromEntries(mapped), 'walletkit-sandbox': [join(ROOT, 'sandbox/index.ts')] }
  const config = { extends: '../../tsconfig.json', compilerOptions: { paths }, include, exclude: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  const errors = () => {
    try {
      return execFileSync(process.execPath, [tsc, '-p', folder, '--noEmit'], { encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      return (error as { stdout: string }).stdout
    }
  }
  expect(errors()).toBe('')
})

it('configs of the guides pass walletkit check', () => {
  const configs = blocks.filter(
    ({ language, name, page, at }) => language === 'json' && !name && !OTHER_JSON.includes(`${page} ${at}`),
  )
  expect(configs.length).toBeGreaterThan(8)
  for (const { page, code } of configs) {
    const config = { projectId: 'p', networks: ['eip155:1'], ...(JSON.parse(code) as object) }
    expect(readConfig(JSON.stringify(config), page, rules).issues, page).toEqual([])
  }
})

it('configs of the server in its guides pass its own check', () => {
  const configs = blocks.filter(
    ({ language, page, at }) => language === 'json' && SERVER_JSON.includes(`${page} ${at}`),
  )
  const secrets = { GOOGLE_SECRET: 's', GITHUB_SECRET: 's', ETHERSCAN_KEY: 'k', HELIUS_KEY: 'k', '0X_KEY': 'k' }
  const environment = {
    ...Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`WALLETKIT_${name}`, value])),
    ...{ WALLETKIT_MOONPAY_KEY: 'k', ETH_RPC: 'https://node.example', SOLANA_RPC: 'https://node.example' },
    ...{ ETH_BUNDLER: 'https://bundler.example', WALLETKIT_HSM_PIN: '1234' },
  }
  expect(configs).toHaveLength(9)
  const readFile = () => ''
  for (const { code } of configs) parseConfig(JSON.parse(code), { environment, readFile }, ROOT)
})

it('commands of the guides exist, with their flags', () => {
  const program = ['cli/program.ts', 'cli/commands/plugin/register.ts'].map(read).join('\n')
  const scripts = [
    'package.json',
    'templates/react/package.json',
    'templates/next/package.json',
    'templates/plugin/_package.json',
  ].flatMap((path) => Object.keys((JSON.parse(read(path)) as { scripts: object }).scripts))
  const lines = blocks.filter(({ language }) => language === 'sh').flatMap(({ code }) => code.split('\n'))
  expect(lines.length).toBeGreaterThan(30)
  const wrong = lines.filter((line) => {
    const [, script] = /^npm run (?:-s )?([\w-]+)/.exec(line) ?? []
    const [, command = '', rest = ''] = /(?:^|npx |\()walletkit ([\w-]+)([^#]*)/.exec(line) ?? []
    const known = !command || new RegExp(`(?:command|\\.command)\\('${command}[ ']`).test(program)
    const flags = (rest.match(/--[\w-]+/g) ?? []).every((flag) => program.includes(flag))
    return (script !== undefined && !scripts.includes(script)) || !known || !flags
  })
  expect(wrong).toEqual([])
})

it('every error code of the product is on the page of errors, with advice', () => {
  const code = sources('runtime', 'plugins').map(read).join('\n')
  const thrown = [...code.matchAll(/(?:new WalletKitError|thrown)\(\s*'([A-Z_]+)'/g)].map(([, name = '']) => name)
  expect(thrown.length).toBeGreaterThan(25)
  // What the hooks throw by a name that they look up.
  const hooks = [...read('runtime/contracts/headless.ts').matchAll(/^ +\| '([A-Z_]+)'$/gm)].map(([, name = '']) => name)
  expect(hooks).toContain('USER_REJECTED')
  const known = new Set([...thrown, ...hooks, ...Object.values(TABLES).flatMap(Object.keys)])
  expect([...known].filter((name) => !ADVICE[name])).toEqual([])
  expect(Object.keys(ADVICE).filter((name) => !known.has(name))).toEqual([])
  const tables = code.match(/export const \w+_ERRORS = defineErrors\(/g) ?? []
  expect(Object.keys(TABLES)).toHaveLength(tables.length)
  const page = pages.find(({ path }) => path === 'reference/errors')
  for (const name of known) expect(page?.headings.map(({ text }) => text)).toContain(name)
})

it('the page of the config has every key of the schema', () => {
  const { properties } = JSON.parse(read('schema/generated/schema.json')) as { properties: Record<string, never> }
  const headings = pages.find(({ path }) => path === 'reference/config')?.headings.map(({ text }) => text)
  for (const key of Object.keys(properties)) if (key !== '$schema') expect(headings).toContain(key)
  expect(headings).toContain('features.smartSessions')
})

it('sections of all pages are in the search index, with an address each', () => {
  const entries = entriesOf(pages)
  expect(entries.length).toBeGreaterThan(600)
  expect(entries).toContainEqual(
    expect.objectContaining({ title: 'SEND_FAILED', url: 'reference/errors.html#send_failed' }),
  )
  expect(entries).toContainEqual(expect.objectContaining({ title: 'Commands', url: 'reference/commands.html' }))
})

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
