import { expect, it } from 'vitest'
import { MANIFEST, project, tarball } from '../guestProject.ts'
import { CONFIG, write } from '../project.ts'

const HOW = [[], ['--yes'], ['--dry-run']]

it('add names the folder of the plugin that has to be added first, with or without a consent', async () => {
  const { root, read, walletkit } = await project()
  await write(root, { 'plugins/toss/index.js': MANIFEST('toss', ", requires: ['coin']") })
  for (const more of HOW) {
    const { code, err } = await walletkit('add', './plugins/toss', ...more)
    expect({ code, err }).toEqual({
      code: 1,
      err: './plugins/toss requires coin, which this project does not have. Run first: walletkit add ./plugins/coin. Nothing was added.\n',
    })
  }
  expect(await read()).toBe(CONFIG)
}, 60_000)

it('add names the package that has to be added first, as the plugin names it for sites', async () => {
  const { root, read, walletkit } = await project()
  const peers = { peerDependencies: { react: '*', '@coins/walletkit-plugin-coin': '^1' } }
  const spec = await tarball(root, ", requires: ['coin@^1']", '0.0.1', peers)
  for (const more of HOW) {
    const { code, err } = await walletkit('add', spec, ...more)
    expect(code).toBe(1)
    expect(err).toContain(
      'coin-toss requires coin, which this project does not have. Run first: walletkit add @coins/walletkit-plugin-coin.',
    )
    expect(err).not.toContain('Running:')
  }
  expect(await read()).toBe(CONFIG)
}, 60_000)

it('add says which package is missing when the plugin does not say how it is called', async () => {
  const { root, walletkit } = await project()
  const { err } = await walletkit('add', await tarball(root, ", requires: ['dice']"), '--yes')
  expect(err).toContain(
    'requires dice, which this project does not have. Run first: walletkit add <the package of dice>',
  )
}, 60_000)

const SELF = (entry: string) => CONFIG.replace('{', `{ "plugins": [${entry}], `)

it('add repairs a config whose plugin waits for the one that is added', async () => {
  const { root, read, walletkit } = await project(SELF('"./plugins/toss"'))
  await write(root, { 'plugins/toss/index.js': MANIFEST('toss', ", requires: ['coin']") })
  expect(await walletkit('check')).toMatchObject({
    code: 1,
    err: expect.stringContaining('needs the plugin') as string,
  })
  expect(await walletkit('add', './plugins/coin', '--yes')).toMatchObject({ code: 0 })
  expect(await read()).toContain('./plugins/coin')
  expect(await walletkit('check')).toMatchObject({ code: 0 })
}, 60_000)

it('add takes a folder for the entry of the config that writes its path otherwise', async () => {
  const { read, walletkit } = await project(SELF('"./plugins/../plugins/coin/"'))
  const { code, err } = await walletkit('check')
  expect(code).toBe(1)
  expect(err).toContain('is not granted')
  expect(await walletkit('add', './plugins/coin/', '--yes')).toMatchObject({ code: 0 })
  expect(JSON.parse(await read())).toMatchObject({ plugins: [{ name: './plugins/../plugins/coin/' }] })
  expect(await walletkit('check')).toMatchObject({ code: 0 })
}, 60_000)
