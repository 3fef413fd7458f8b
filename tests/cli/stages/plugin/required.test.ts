import { expect, it } from 'vitest'
import { findRequired } from '../../../../cli/stages/plugin/required.ts'
import { folder } from '../../project.ts'

const plugin = (id: string, rest = '') =>
  `import { definePlugin } from 'walletkit/plugin'\nexport default definePlugin({ id: '${id}', feature: '${id}', engine: '^0.1'${rest} })`
const packaged = (name: string, id: string, rest?: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({
    name,
    type: 'module',
    exports: './index.js',
    walletkit: { plugin: './index.js' },
  }),
  [`node_modules/${name}/index.js`]: plugin(id, rest),
})
const OURS = [{ id: 'receive' }]

it('finds them by id among the packages that the plugin names, with their permissions, and what they require', async () => {
  const root = await folder({
    'package.json': JSON.stringify({
      peerDependencies: { 'some-coin': '^1' },
      devDependencies: { toss: '^1', left: '1' },
    }),
    ...packaged('some-coin', 'coin', ", requires: ['toss@^1', 'receive'], permissions: { storage: ['coin'] }"),
    ...packaged('toss', 'toss', ", requires: ['coin']"),
    'node_modules/left/package.json': '{ "name": "left" }',
  })
  const { found, missing } = await findRequired(root, ['coin@^1', 'receive'], OURS, root)
  expect(missing).toEqual([])
  expect(found).toMatchObject([
    { name: 'some-coin', feature: 'coin', grants: { storage: ['coin'] } },
    { name: 'toss', feature: 'toss' },
  ])
})

it('finds a folder of the project, by a path from within the plugin’s', async () => {
  const root = await folder({
    'walletkit.config.json': '{ "plugins": ["./plugins/coin"] }',
    'plugins/coin/index.js': plugin('coin'),
    'plugins/tip/index.js': plugin('tip'),
  })
  expect(await findRequired(`${root}/plugins/tip`, ['coin'], OURS, root)).toMatchObject({
    found: [{ name: '../../coin', feature: 'coin' }],
    missing: [],
  })
})

it('lists each that is not installed, or not named in package.json, once', async () => {
  const root = await folder({ 'package.json': '{}', ...packaged('some-coin', 'coin') })
  expect(await findRequired(root, ['coin', 'coin@^2', 'toss'], OURS, root)).toEqual({
    found: [],
    missing: ['coin', 'toss'],
  })
})
