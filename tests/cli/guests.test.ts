import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { examine } from '../../cli/commands/plugin/validate.ts'
import { entryPatterns } from '../../cli/repo/entryPoints.ts'
import { readEntry } from '../../cli/guests.ts'
import { SourceFunction } from '../../cli/record.ts'
import { refuseStyles } from '../../cli/stages/plugin/withoutTools.ts'
import { NotLiteral } from '../../cli/stages/plugin/literal.ts'
import { example } from './commands/plugin/example.ts'
import { call, CONFIG, folder, repository, write } from './project.ts'

/** Hostile code, which creates a file `ran` in the folder if it ever runs. */
const RUNS = (root: string) => `import('node:fs').then(({ writeFileSync }) => writeFileSync('${root}/ran', ''))`
const DEFINE = `import { definePlugin } from 'walletkit/plugin'\n`
const PLUGIN = "id: 'coin', feature: 'coin', engine: '^0.1'"

const ATTACKS: [string, (root: string) => string][] = [
  ['a statement before it', (root) => `${DEFINE}${RUNS(root)}\nexport default definePlugin({ ${PLUGIN} })`],
  ['a call as a value', (root) => `${DEFINE}export default definePlugin({ ${PLUGIN}, options: ${RUNS(root)} })`],
  [
    'an accessor',
    (root) => `${DEFINE}export default definePlugin({ ${PLUGIN}, get permissions() { ${RUNS(root)}; return {} } })`,
  ],
  ['an import of its own', () => `import './run.js'\n${DEFINE}export default definePlugin({ ${PLUGIN} })`],
  ['a manifest of its own making', (root) => `export default (() => { ${RUNS(root)}; return { ${PLUGIN} } })()`],
  ['a computed key', (root) => `${DEFINE}export default definePlugin({ ${PLUGIN}, [${RUNS(root)}]: 1 })`],
  ['a template', (root) => `${DEFINE}export default definePlugin({ ${PLUGIN}, options: \`\${${RUNS(root)}}\` })`],
]

describe.each(ATTACKS)('nothing of a package runs: %s', (_, text) => {
  it.each([
    ['add, which nobody agreed to', ['add', './plugins/coin']],
    ['add --dry-run', ['add', './plugins/coin', '--dry-run']],
    ['add --yes', ['add', './plugins/coin', '--yes']],
    ['plugin validate', ['plugin', 'validate', './plugins/coin']],
  ])('on %s', async (_, args) => {
    const root = await folder({ 'walletkit.config.json': CONFIG, 'package.json': '{ "private": true }' })
    await write(root, {
      'plugins/coin/index.js': text(root),
      'plugins/coin/run.js': RUNS(root),
      'plugins/coin/package.json': '{ "type": "module" }',
    })
    const { code, err } = await call(args, root)
    expect({ code, ran: existsSync(join(root, 'ran')) }, err).toEqual({ code: 1, ran: false })
    expect(await readFile(join(root, 'walletkit.config.json'), 'utf8')).toBe(CONFIG)
  })
})

it('plugin validate uses no tools that the package brings along', async () => {
  const root = await folder()
  await cp(join(repository, 'tests/examples/tip-jar'), root, {
    recursive: true,
    filter: (path) => !/tip-jar\/(node_modules|dist)/.test(path),
  })
  await write(root, {
    'node_modules/vite/package.json': '{ "name": "vite", "version": "8.0.0", "type": "module", "main": "index.js" }',
    'node_modules/vite/index.js': `${RUNS(root)}\nexport * from '${join(repository, 'node_modules/vite/dist/node/index.js')}'`,
  })
  const { findings } = await examine(root, repository)
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(existsSync(join(root, 'ran'))).toBe(false)
})

it('plugin validate runs no React and no vite of the package while it measures', async () => {
  const root = await example()
  await rm(join(root, 'node_modules'))
  await mkdir(join(root, 'node_modules'))
  const own = ['react', 'react-dom', 'vite', 'walletkit']
  for (const each of (await readdir(join(repository, 'node_modules'))).filter((name) => !name.startsWith('.')))
    if (!own.includes(each)) await symlink(join(repository, 'node_modules', each), join(root, 'node_modules', each))
  // walletkit from its sources, which exist without a build.
  const exports = Object.fromEntries(
    entryPatterns().map(({ name, source }) => [name.replace('walletkit', '.'), `./sources/${source}`]),
  )
  await write(root, {
    'node_modules/walletkit/package.json': JSON.stringify({
      name: 'walletkit',
      version: '0.1.0',
      type: 'module',
      exports,
    }),
  })
  await symlink(repository, join(root, 'node_modules/walletkit/sources'))
  const acts = `require('node:fs').writeFileSync('${root}/ran', '')\n`
  for (const name of ['react', 'react-dom']) {
    const to = join(root, 'node_modules', name)
    await cp(join(repository, 'node_modules', name), to, { recursive: true })
    for (const file of (await readdir(to)).filter((each) => each.endsWith('.js')))
      await writeFile(join(to, file), acts + (await readFile(join(to, file), 'utf8')))
  }
  await write(root, {
    'node_modules/vite/package.json': '{ "name": "vite", "version": "8.0.0", "type": "module", "main": "index.js" }',
    'node_modules/vite/index.js': `${RUNS(root)}\nexport * from '${join(repository, 'node_modules/vite/dist/node/index.js')}'`,
  })
  const { findings } = await examine(root, repository)
  // It was measured, with a React of its own.
  expect(findings.filter(({ level }) => level === 'error').map(({ pointer }) => pointer)).toEqual(['/budget/lazy'])
  expect(existsSync(join(root, 'ran'))).toBe(false)
})

describe('plugin validate loads no tool for styles that the package brings along', () => {
  const TOOLS = ['less', 'sass', 'sass-embedded', 'stylus', 'sugarss']
  /** The example, whose own node_modules has every such tool, and which imports `name` of a dependency. */
  const bringing = async (name: string, more: Record<string, string> = {}) => {
    const root = await example()
    await rm(join(root, 'node_modules'))
    await mkdir(join(root, 'node_modules'))
    for (const each of await readdir(join(repository, 'node_modules')))
      if (!each.startsWith('.') && !TOOLS.includes(each))
        await symlink(join(repository, 'node_modules', each), join(root, 'node_modules', each))
    if (!existsSync(join(root, 'node_modules/walletkit')))
      await symlink(repository, join(root, 'node_modules/walletkit'))
    const tools = TOOLS.flatMap((tool) => [
      [`node_modules/${tool}/package.json`, `{ "name": "${tool}", "version": "4.0.0", "main": "index.js" }`],
      [`node_modules/${tool}/index.js`, `require('node:fs').writeFileSync('${root}/ran', '${tool}')`],
    ])
    const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as object
    await write(root, {
      ...(Object.fromEntries(tools) as Record<string, string>),
      'node_modules/styled/package.json': '{ "name": "styled", "version": "1.0.0", "type": "module" }',
      [`node_modules/styled/${name}`]: 'a { b: c }',
      ...more,
      'package.json': JSON.stringify({ ...own, dependencies: { styled: '1.0.0' } }),
      'controller.ts': `import 'styled/${name}'\n${await readFile(join(root, 'controller.ts'), 'utf8')}`,
    })
    const { findings } = await examine(root, repository)
    const said = findings.filter(({ level }) => level === 'error').map(({ message }) => message)
    return { said: said.join('\n'), ran: existsSync(join(root, 'ran')) && (await readFile(join(root, 'ran'), 'utf8')) }
  }

  it.each(['x.less', 'x.scss', 'x.sass', 'x.styl', 'x.stylus', 'x.sss', 'x.pcss', 'x.module.scss'])(
    'for %s, and names the file',
    async (name) => {
      const { said, ran } = await bringing(name)
      expect({ said, ran }).toEqual({
        said: expect.stringContaining(`styled/${name} needs a tool`) as string,
        ran: false,
      })
    },
  )

  it.each(['less', 'scss', 'styl'])('for an @import of %s in CSS', async (language) => {
    const { said, ran } = await bringing('x.css', {
      'node_modules/styled/x.css': `@import './y.${language}';`,
      [`node_modules/styled/y.${language}`]: 'a { b: c }',
    })
    expect({ said, ran }).toEqual({ said: expect.stringContaining('built without tools') as string, ran: false })
  })

  it('and takes CSS, pictures and JSON', async () => {
    const root = await folder({
      'index.html': '<script type="module" src="./main.js"></script>',
      'main.js': "import './x.css'\nimport less from './less.js'\nimport data from './x.json'\nconsole.log(less, data)",
      'x.css': "a { background: url('./x.svg') }",
      'x.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'less.js': 'export default 1',
      'x.json': '{ "a": 1 }',
    })
    const page = { root, configFile: false as const, logLevel: 'silent' as const, plugins: [refuseStyles(root)] }
    await expect(build({ ...page, build: { write: false } })).resolves.toBeDefined()
    await write(root, { 'main.js': "import './x.js?a.less'", 'x.js': '' })
    await expect(build({ ...page, build: { write: false } })).rejects.toThrow('x.js?a.less needs a tool for less')
  })
})

describe('a manifest in each form that authors write is read', () => {
  const WANTED = {
    id: 'coin',
    feature: 'coin',
    engine: '^0.1',
    permissions: { hosts: ['https://a.example'] },
    budget: { eager: 600 },
    options: { sides: [1, -1, null, 'two', true] },
    views: { Coin: { title: 'Coin', load: expect.objectContaining({ file: './Coin.js' }) as unknown } },
    slots: { guards: [{ key: 'coin', order: 1, mayClose: expect.any(SourceFunction) as unknown }] },
  }
  const LITERAL = `{
    id: 'coin', "feature": \`coin\`, engine: '^0.1', // a comment
    permissions: { hosts: ['https://a.example'] }, budget: { eager: 6e2 }, options: { sides: [1, -1, null, 'two', true] },
    views: { Coin: { title: 'Coin', load: () => import('./Coin.js') } },
    slots: { guards: [{ key: 'coin', order: 1, mayClose: ({ view }) => view !== 'Coin' }] },
  }`
  it.each([
    ['plain', 'index.js', `export default ${LITERAL}`],
    ['with definePlugin', 'index.js', `${DEFINE}export default definePlugin(${LITERAL})`],
    [
      'as a bundler prints it',
      'index.js',
      `${DEFINE}var coin = definePlugin(${LITERAL});\nexport { coin as default };`,
    ],
    ['with a name', 'index.js', `${DEFINE}const coin = definePlugin(${LITERAL})\nexport default coin`],
    [
      'in TypeScript',
      'index.ts',
      `import { definePlugin, type PluginKit } from 'walletkit/plugin'
       import type { Coin } from './Coin.ts'
       declare module 'walletkit/plugin' { interface ViewParams { Coin: undefined } }
       export type Coins = Coin | PluginKit
       export default definePlugin(${LITERAL} as const)`,
    ],
  ])('%s', async (_, file, text) => {
    const root = await folder({ [file]: text })
    expect(await readEntry(join(root, file))).toEqual(WANTED)
  })
})

describe('a manifest that is no literal is refused by the path of the value, with what to write instead', () => {
  it.each([
    ['slots: { walletFeatures: [{ key: name() }] }', 'slots.walletFeatures[0].key is a call', 'Write the value itself'],
    ['id: ID', 'id is a name', 'Write the value itself'],
    ['controller: () => { steal() }', 'controller is a function that does more', "Write () => import('./…')."],
    ["controller: () => import('other-package')", 'controller is a function that does more', "import('./…')."],
    ['controller: () => import(`./${name}`)', 'controller is a function', "Write () => import('./…')."],
    ['views: { A: { load() { return 1 } } }', 'views.A.load is a method', "Write () => import('./…')."],
    ['...more', 'default export has a spread', 'Write its members out'],
    ['__proto__: { permissions: {} }', '__proto__ is a key that no manifest may have', 'Remove it'],
    ["options: { ['constr' + 'uctor']: 1 }", 'options has a computed key', 'Write the key itself'],
    ['options: { constructor: 1 }', 'options.constructor is a key that no manifest may have', 'Remove it'],
    ['permissions: {}, permissions: { hosts: [] }', 'permissions is written twice', 'Remove one'],
    ['options: /x/', 'options is an expression', 'Write the value itself'],
    ['options: [1, , 2]', 'options[1] is an empty place', 'Remove the comma'],
    [`options: ${'['.repeat(50)}${']'.repeat(50)}`, 'is nested too deep', 'flatter'],
    [`options: ${'['.repeat(50_000)}`, 'is too large', 'controller'],
    ['options: {', 'cannot be read', 'Correct the syntax'],
  ])('%s', async (members, said, fix) => {
    const root = await folder({ 'index.js': `${DEFINE}export default definePlugin({ ${members} })` })
    const error: unknown = await readEntry(join(root, 'index.js')).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotLiteral)
    expect((error as Error).message).toContain(said)
    expect((error as Error).message).toContain(fix)
  })
})

it('a package whose page gets another file than the manifest that the CLI reads is refused', async () => {
  const own = (rest: object) =>
    JSON.stringify({ name: 'coin', type: 'module', walletkit: { plugin: './index.js' }, ...rest })
  const root = await folder({
    'walletkit.config.json': CONFIG,
    'package.json': '{ "private": true }',
    'node_modules/coin/index.js': `export default { ${PLUGIN} }`,
    'node_modules/coin/other.js': `export default { ${PLUGIN}, permissions: { methods: ['personal_sign'] } }`,
  })
  const outcomes: number[] = []
  for (const rest of [
    { exports: { '.': { types: './index.d.ts', browser: './other.js', default: './index.js' } } },
    { exports: './other.js' },
    { main: 'other.js' },
    { exports: { '.': { types: './index.d.ts', default: './index.js' } } },
  ]) {
    await write(root, { 'node_modules/coin/package.json': own(rest) })
    const { code, err } = await call(['add', 'coin', '--dry-run'], root)
    if (code) expect(err).toContain('would get')
    outcomes.push(code)
  }
  expect(outcomes).toEqual([1, 1, 1, 0])
})

/** A project with the package coin, whose package.json also has `rest`. */
const coin = (rest: object, more: Record<string, string> = {}) =>
  folder({
    'walletkit.config.json': CONFIG,
    'package.json': '{ "private": true }',
    'node_modules/coin/package.json': JSON.stringify({
      name: 'coin',
      type: 'module',
      walletkit: { plugin: './index.js' },
      ...rest,
    }),
    'node_modules/coin/index.js': `export default { ${PLUGIN} }`,
    'node_modules/coin/other.js': `export default { ${PLUGIN}, permissions: { methods: ['personal_sign'] } }`,
    ...more,
  })

describe('a package is refused when a bundler would read another file of it', () => {
  it.each([
    ['module', { main: './index.js', module: './other.js' }],
    ['module', { module: './other.js' }],
    ['module', { exports: './index.js', module: './other.js' }],
    ['module', { exports: null, main: './index.js', module: './other.js' }],
    ['browser', { main: './index.js', browser: './other.js' }],
    ['jsnext:main', { main: './index.js', 'jsnext:main': './other.js' }],
    ['jsnext', { main: './index.js', jsnext: './other.js' }],
    ['es2020', { main: './index.js', es2020: './other.js' }],
    ['main', { exports: './index.js', main: './other.js' }],
    ['main', { exports: null, main: './other.js' }],
  ])('by the key %s: %j', async (key, rest) => {
    const { code, err } = await call(['add', 'coin', '--dry-run'], await coin(rest))
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('would get ./other.js') as string })
    expect(err).toContain(`"${key}"`)
  })

  it.each([
    ['its package.json', { exports: './index.js', browser: { './index.js': './other.js' } }, {}],
    [
      'a package.json of a folder in it',
      { exports: './dist/index.js', walletkit: { plugin: './dist/index.js' } },
      {
        'node_modules/coin/dist/index.js': `export default { ${PLUGIN} }`,
        'node_modules/coin/dist/package.json': '{ "type": "module", "browser": { "./index.js": "../other.js" } }',
      },
    ],
  ])('by a table of browser files in %s', async (_, rest, more) => {
    const { code, err } = await call(['add', 'coin', '--dry-run'], await coin(rest, more))
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('"browser"') as string })
    expect(err).toContain('package.json')
  })

  it('or in that of a folder of the project', async () => {
    const root = await folder({
      'walletkit.config.json': CONFIG,
      'package.json': '{ "private": true }',
      'plugins/coin/index.js': `export default { ${PLUGIN} }`,
      'plugins/coin/package.json': '{ "type": "module", "browser": { "./index.js": "./other.js" } }',
    })
    const { code, err } = await call(['add', './plugins/coin', '--dry-run'], root)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('"browser"') as string })
  })

  it('and when its manifest is outside of it', async () => {
    const root = await coin(
      { main: '../honest/index.js', walletkit: { plugin: '../honest/index.js' } },
      { 'node_modules/honest/index.js': `export default { ${PLUGIN} }` },
    )
    const { code, err } = await call(['add', 'coin', '--dry-run'], root)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('outside of the package') as string })
  })

  it.each([
    { main: './index.js', module: './index.js', browser: 'index.js' },
    { exports: './index.js', main: 'index.js' },
    {},
  ])('and taken when each names the manifest: %j', async (rest) => {
    const { code, err } = await call(['add', 'coin', '--dry-run'], await coin(rest))
    expect(code, err).toBe(0)
  })
})
