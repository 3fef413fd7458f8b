import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MANIFEST, PERMISSIONS, project, tarball } from '../guestProject.ts'
import { CONFIG, run, write } from '../project.ts'

const TEXTS = [
  ['as ours is', CONFIG],
  ['on one line', '{"projectId":"test","networks":["eip155:31337"]}'],
  ['with tabs and CRLF', '{\r\n\t"projectId": "test",\r\n\t"networks": ["eip155:1"],\r\n\t"features": {}\r\n}\r\n'],
  ['with another plugin', '{\n  "projectId": "test",\n  "networks": ["eip155:1"],\n  "plugins": ["coin-flip"]\n}\n'],
] as const

describe.each(TEXTS)('a config %s', (_, text) => {
  it('gains the plugin and its feature, and is restored when the plugin is removed', async () => {
    const { read, walletkit } = await project(text)
    const added = await walletkit('add', './plugins/coin', '--yes')
    expect(added.code, added.err).toBe(0)
    expect(added.err).toMatch(/calls the hosts: https:\/\/a\.example\n.*under @appkit\/plugin\.: coin\n/)
    const grants = { hosts: ['https://a.example'], storage: ['coin'] }
    const config = JSON.parse(await read()) as { plugins: unknown[]; features: object }
    expect(config.plugins.at(-1)).toEqual({ name: './plugins/coin', grants })
    expect(config.features).toMatchObject({ coin: true })
    expect(await walletkit('check')).toMatchObject({ code: 0 })

    const removed = await walletkit('remove', 'plugins/coin')
    expect(removed.err).toContain('There is no feature "plugins/coin"')
    expect(await walletkit('remove', './plugins/coin')).toMatchObject({ code: 0 })
    expect(await read()).toBe(text)
  }, 60_000)
})

it('takes a folder without ./ for no package: npm would fetch a repository of that name', async () => {
  const { read, walletkit } = await project()
  for (const spec of ['plugins/coin', 'plugins/coin/', 'plugins/absent']) {
    const { code, out, err } = await walletkit('add', spec, '--dry-run')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(`"${spec}" is no name of an npm package. If it is a folder, write: ./${spec}`)
  }
  expect(await read()).toBe(CONFIG)
}, 40_000)

it('requires --yes without a terminal, and treats no answer as a refusal', async () => {
  const { read, walletkit } = await project()
  for (const more of [[], ['--json']]) {
    const { code, err } = await walletkit('add', './plugins/coin', ...more)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('--yes') as string })
  }
  expect(await read()).toBe(CONFIG)
}, 40_000)

it('adds an installed plugin by its name, prints what it would write, and removes it by its id', async () => {
  const { read, walletkit } = await project()
  const dry = await walletkit('add', 'coin-flip', '--dry-run')
  expect(dry).toMatchObject({ code: 0, out: expect.stringMatching(/^\+ {2}"plugins": \["coin-flip"\]/m) as string })
  expect(await read()).toBe(CONFIG)
  const { out } = await walletkit('add', 'coin-flip', '--yes', '--json')
  expect(JSON.parse(out)).toEqual({
    ok: true,
    name: 'coin-flip',
    id: 'coin-flip',
    feature: 'coinFlip',
    permissions: {
      methods: [],
      services: [],
      hosts: [],
      storage: [],
      names: [],
      identity: [],
      events: [],
      activate: [],
      slots: [],
    },
    installed: false,
    changed: true,
  })
  expect(JSON.parse((await walletkit('add', 'coin-flip', '--yes', '--json')).out)).toMatchObject({ changed: false })
  expect(await walletkit('remove', 'coin-flip')).toMatchObject({ code: 0 })
  expect(await read()).toBe(CONFIG)
}, 60_000)

it('grants what a newer version requests once the user agrees', async () => {
  const { root, read, walletkit } = await project()
  await walletkit('add', './plugins/coin', '--yes')
  await writeFile(
    join(root, 'plugins/coin/index.js'),
    MANIFEST('coin', PERMISSIONS.replace("['coin']", "['coin', 'coin.toss']")),
  )
  expect(await walletkit('check')).toMatchObject({ code: 1, err: expect.stringContaining('walletkit add') as string })
  expect(await walletkit('add', './plugins/coin', '--yes')).toMatchObject({ code: 0 })
  expect(JSON.parse(await read())).toMatchObject({ plugins: [{ grants: { storage: ['coin', 'coin.toss'] } }] })
  expect(await walletkit('check')).toMatchObject({ code: 0 })
}, 60_000)

const ASKS = `, permissions: { hosts: ['https://a.example'], names: ['coins.id'], identity: ['email'] },
  slots: { guards: [{ key: 'coin', order: 1, mayClose: () => true }], names: [{ key: 'coin', order: 1, load: () => import('./names.js') }] }`
const SCREEN = `  calls the hosts: https://a.example
  learns about your visitors: the email address or user name of a login (email)
  says which account has a name that ends in: coins.id
  adds to the modal: whether its own views may close (guards), accounts for names (names)
`

it('add, info and plugin validate say with the same words what a plugin may see and do, slots included', async () => {
  const { root, read, walletkit } = await project()
  await write(root, {
    'plugins/coin/index.js': MANIFEST('coin', ASKS),
    'plugins/coin/names.js': 'export default async () => undefined',
  })
  const nobody = await walletkit('add', './plugins/coin')
  expect(nobody).toMatchObject({ code: 1, err: expect.stringContaining(SCREEN) as string })
  expect(nobody.err).toContain('run: walletkit add ./plugins/coin --yes')
  expect(await read()).toBe(CONFIG)
  expect((await walletkit('add', './plugins/coin', '--dry-run')).err).toContain(SCREEN)
  expect((await walletkit('add', './plugins/coin', '--yes')).err).toContain(SCREEN)
  expect((await walletkit('info')).out).toContain(`./plugins/coin\n${SCREEN}`.trimEnd())
  expect((await walletkit('plugin', 'validate', './plugins/coin')).err).toContain(SCREEN)
}, 60_000)

it('a version that asks for more stops check and build until it is accepted, with the command that accepts', async () => {
  const { root, read, walletkit } = await project()
  await walletkit('add', './plugins/coin', '--yes')
  const accepted = await read()
  for (const more of [
    PERMISSIONS.replace('hosts', "identity: ['profile'], hosts"),
    PERMISSIONS.replace('hosts', "names: ['eth'], hosts"),
    `${PERMISSIONS}, slots: { guards: [{ key: 'coin', order: 1, mayClose: () => true }] }`,
  ]) {
    await write(root, { 'plugins/coin/index.js': MANIFEST('coin', more) })
    for (const command of ['check', 'csp', 'emit'])
      expect(await walletkit(command)).toMatchObject({
        code: 1,
        err: expect.stringContaining('run: walletkit add ./plugins/coin --yes') as string,
      })
    expect(await walletkit('add', './plugins/coin', '--yes')).toMatchObject({ code: 0 })
    expect(await walletkit('check')).toMatchObject({ code: 0 })
    await writeFile(join(root, 'walletkit.config.json'), accepted)
  }
  await write(root, { 'plugins/coin/index.js': MANIFEST('coin') })
  expect(await walletkit('check')).toMatchObject({ code: 0 })
}, 60_000)

it.each([
  ['a feature of ours, misspelt', 'smart-session', /Did you mean "smartSessions"/],
  ['a word that nothing is called', 'sned', /Did you mean "send"/],
  ['a package that is no plugin', './node_modules/lodash', /has no "walletkit" key|is not a walletkit plugin/],
  ['a folder that is not there', './plugins/none', /There is no \.\/plugins\/none/],
  ['a file that is no tarball', './walletkit.tgz', /is no package/],
])('rejects %s', async (_, spec, said) => {
  const { root, read, walletkit } = await project()
  await writeFile(join(root, 'walletkit.tgz'), 'text')
  const { code, err } = await walletkit('add', spec, '--yes')
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(said) as string })
  expect(await read()).toBe(CONFIG)
})

it("rejects a plugin that uses one of the kit's names, and prints that name", async () => {
  const { root, read, walletkit } = await project()
  await write(root, { 'plugins/mine/index.js': MANIFEST('send') })
  const { code, err } = await walletkit('add', './plugins/mine', '--yes')
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('both claim the id send') as string })
  expect(await read()).toBe(CONFIG)
})

it.each(['analytics', 'all-wallets'])(
  "rejects a plugin that uses the kit's own key of features: %s",
  async (id) => {
    const { root, read, walletkit } = await project()
    const feature = id === 'analytics' ? id : 'allWallets'
    const said = `./plugins/mine has the key features.${feature}, which is walletkit's own`
    await write(root, { 'plugins/mine/index.js': MANIFEST(id) })
    const added = await walletkit('add', './plugins/mine', '--yes')
    expect(added).toEqual({ code: 1, out: '', err: expect.stringContaining(said) as string })
    expect(await read()).toBe(CONFIG)

    // A config that has it already is an issue like any other, and the plugin can be removed.
    await write(root, {
      'walletkit.config.json': CONFIG.replace('"features"', '"plugins": ["./plugins/mine"],\n  "features"'),
    })
    const checked = await walletkit('check')
    expect(checked).toMatchObject({ code: 1, err: expect.stringMatching(/^walletkit\.config\.json:\d+:\d+/) as string })
    expect(checked.err).toContain(said)
    expect(await walletkit('remove', './plugins/mine')).toMatchObject({ code: 0 })
    expect(await walletkit('check')).toMatchObject({ code: 0 })
  },
  60_000,
)

it('rejects a plugin that requests all hosts, and warns of one that resembles a built-in', async () => {
  const { root, read, walletkit } = await project()
  await write(root, {
    'plugins/all/index.js': MANIFEST('all-hosts', ", permissions: { hosts: ['https://*.example'] }"),
    'plugins/near/index.js': MANIFEST(
      'recieve',
      ", permissions: { hosts: ['https://a.example'], storage: ['a\\u001b[2K'] }",
    ),
    'plugins/twin/index.js': MANIFEST('recieve'),
  })
  const all = await walletkit('add', './plugins/all', '--yes')
  expect(all).toMatchObject({
    code: 1,
    err: expect.stringMatching(/no site can grant: "https:\/\/\*\.example"/) as string,
  })
  const near = await walletkit('add', './plugins/near', '--yes')
  expect(near.code).toBe(1)
  expect(near.err).not.toContain('\u001b')
  expect(await read()).toBe(CONFIG)
  const twin = await walletkit('add', './plugins/twin', '--yes')
  expect(twin).toMatchObject({
    code: 0,
    err: expect.stringMatching(/could be taken for walletkit's own receive/) as string,
  })
}, 40_000)

it("rejects a plugin with a view of walletkit's name", async () => {
  const { root, read, walletkit } = await project()
  const view = ", views: { PluginReview: { title: 'Review', load: () => import('./view.js') } }"
  await write(root, { 'plugins/mine/index.js': MANIFEST('mine', view) })
  const { code, err } = await walletkit('add', './plugins/mine', '--yes')
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('the view PluginReview, which is') as string })
  expect(await read()).toBe(CONFIG)
})

it('installs a tarball without running its scripts, and uninstalls it again', async () => {
  const { root, read } = await project()
  // Run the CLI as a process, because it runs npm.
  const cli = (...args: string[]) => run('cli/index.ts', args, root)
  const made = join(root, 'made')
  await mkdir(made)
  await cp(join(root, 'node_modules/coin-flip/index.js'), join(made, 'index.js'))
  const own = {
    name: 'coin-toss',
    version: '0.0.1',
    type: 'module',
    walletkit: { plugin: './index.js' },
    scripts: { install: "node -e \"require('fs').writeFileSync(process.env.INIT_CWD + '/ran', '')\"" },
  }
  await writeFile(join(made, 'package.json'), JSON.stringify(own))
  execFileSync('npm', ['pack', '--pack-destination', root], { cwd: made, stdio: 'pipe' })
  const before = await readFile(join(root, 'package.json'), 'utf8')
  const dry = await cli('add', './coin-toss-0.0.1.tgz', '--dry-run', '--json')
  expect(JSON.parse(dry.out)).toMatchObject({ install: 'npm install --ignore-scripts -- ./coin-toss-0.0.1.tgz' })
  const { code, out, err } = await cli('add', './coin-toss-0.0.1.tgz', '--yes', '--json')
  expect(code, err).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ name: 'coin-toss', installed: true })
  const there = (path: string) =>
    readFile(join(root, path)).then(
      () => true,
      () => false,
    )
  expect([await there('node_modules/coin-toss/index.js'), await there('ran')]).toEqual([true, false])
  expect((await cli('remove', 'coin-toss', '--yes')).code).toBe(0)
  expect(await there('node_modules/coin-toss/index.js')).toBe(false)
  expect(await read()).toBe(CONFIG)
  expect(JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))).toMatchObject(JSON.parse(before) as object)
}, 90_000)

it('shows what a tarball asks for and what it would write before anything is installed', async () => {
  const { root, read, walletkit } = await project()
  const spec = await tarball(root)
  const dry = await walletkit('add', spec, '--dry-run')
  expect(dry.code, dry.err).toBe(0)
  expect(dry.err).toMatch(
    /coin-toss 0\.0\.1\n {2}calls the hosts: https:\/\/a\.example\n.*@appkit\/plugin\.: coin-toss/,
  )
  expect(dry.err).toContain('Would run: npm install --ignore-scripts -- ./coin-toss-0.0.1.tgz')
  expect(dry.out).toMatch(/^\+.*"coinToss": true/m)
  const alone = await walletkit('add', spec)
  expect(alone).toMatchObject({ code: 1, err: expect.stringContaining('calls the hosts: https://a.example') as string })
  expect(alone.err).toContain('no terminal to ask in')
  expect(alone.err).toContain(`run: walletkit add ${spec} --yes`)
  expect(await read()).toBe(CONFIG)
  await expect(readFile(join(root, 'node_modules/coin-toss/package.json'))).rejects.toThrow('ENOENT')
}, 60_000)

it('brings the version before back when an update is not added', async () => {
  const { root, read, walletkit } = await project()
  const spec = await tarball(root)
  expect(await walletkit('add', spec, '--yes')).toMatchObject({ code: 0 })
  const texts = () =>
    Promise.all(
      ['package.json', 'package-lock.json', 'node_modules/coin-toss/package.json'].map((file) =>
        readFile(join(root, file), 'utf8'),
      ),
    )
  const [before, config] = [await texts(), await read()]
  const update = await tarball(root, ', permissions: {}', '0.0.2')
  const { code, err } = await walletkit('add', update, '--yes')
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('permissions is written twice') as string })
  expect(await texts()).toEqual(before)
  expect(await read()).toBe(config)
}, 60_000)

it('says it when the version before cannot be brought back', async () => {
  const { root, walletkit } = await project()
  const spec = await tarball(root)
  expect(await walletkit('add', spec, '--yes')).toMatchObject({ code: 0 })
  await rm(join(root, spec))
  // Without its integrity, npm does not find the deleted tarball in its cache.
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8')
  await write(root, { 'package-lock.json': lock.replace(/"integrity": "[^"]*",?/, '') })
  const { code, err } = await walletkit('add', await tarball(root, ', permissions: {}', '0.0.2'), '--yes')
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /npm install.* failed, so node_modules may hold a version of coin-toss that the config has not accepted\. Run it again\./,
    ) as string,
  })
}, 60_000)

it('grants the host of an option by the option’s name, and shows it in the same words everywhere', async () => {
  const { root, read, walletkit } = await project()
  await write(root, {
    'plugins/coin/index.js': MANIFEST('coin', ", permissions: { hosts: [{ option: 'url' }] }"),
    'plugins/coin/config.schema.json': JSON.stringify({
      description: 'A coin.',
      type: 'object',
      additionalProperties: false,
      properties: { url: { type: 'string', visibility: 'page' } },
    }),
  })
  const words = 'calls the hosts: the one that you write as its option url'
  const added = await walletkit('add', './plugins/coin', '--yes')
  expect(added.code, added.err).toBe(0)
  expect(added.err).toContain(words)
  expect(await read()).toContain('"hosts": ["option:url"]')
  await writeFile(
    join(root, 'walletkit.config.json'),
    (await read()).replace('"coin": true', '"coin": { "url": "https://mine.example/x" }'),
  )
  const info = await walletkit('info')
  expect(info.out).toContain(words)
  expect(info.out).toMatch(/may contact.*https:\/\/mine\.example/)
  await writeFile(join(root, 'walletkit.config.json'), (await read()).replace('https://mine', 'http://mine'))
  const wrong = await walletkit('check')
  expect(wrong).toMatchObject({
    code: 1,
    err: expect.stringContaining('is no address that a plugin may call') as string,
  })
}, 60_000)

it('says of an engine that is no caret range that it cannot be read, and not that it is another version', async () => {
  const { root, walletkit } = await project()
  await write(root, { 'plugins/old/index.js': MANIFEST('old').replace("'^0.1'", "'>=0.1'") })
  const { code, err } = await walletkit('add', './plugins/old', '--yes')
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('which is not a caret range') as string })
}, 40_000)

it('keeps a custom schema of a config', async () => {
  const schema = '"$schema": "./walletkit.schema.json"'
  const { root, walletkit } = await project(CONFIG.replace('{', `{\n  ${schema},`))
  await walletkit('add', './plugins/coin', '--yes')
  const features = async () => {
    const text = await readFile(join(root, 'walletkit.schema.json'), 'utf8')
    const { properties } = JSON.parse(text) as { properties: { features: { properties: object } } }
    return Object.keys(properties.features.properties)
  }
  expect(await features()).toEqual(expect.arrayContaining(['coin', 'send']))
  await walletkit('remove', './plugins/coin')
  expect(await features()).not.toContain('coin')
}, 40_000)

it('names the command that adds a plugin from a folder with a space', async () => {
  const { root, walletkit } = await project()
  await write(root, { 'my plugins/coin/index.js': MANIFEST('coin', PERMISSIONS) })
  const { code, err } = await walletkit('add', './my plugins/coin')
  expect(code).toBe(1)
  expect(err).toContain('walletkit add "./my plugins/coin" --yes')
}, 60_000)
