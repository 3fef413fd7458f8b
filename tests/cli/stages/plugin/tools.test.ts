import { existsSync } from 'node:fs'
import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examine } from '../../../../cli/commands/plugin/validate.ts'
import { findTools } from '../../../../cli/stages/plugin/tools.ts'
import { call, folder, repository, write } from '../../project.ts'

/** Code that says so when it runs, and is no parser. */
const RUNS = (root: string) => `require('fs').writeFileSync(${JSON.stringify(join(root, 'ran'))}, '')\n`

/** Two ways in which a folder brings a vite of its own: a copy that is in git, and itself. */
const OWN_VITE: readonly [string, (root: string, rest: object) => Record<string, string>][] = [
  [
    'in its node_modules',
    (root, rest) => ({
      'package.json': JSON.stringify({ name: 'site', version: '1.0.0', ...rest }),
      'node_modules/vite/package.json': '{ "name": "vite", "version": "8.0.0", "main": "x.cjs" }',
      'node_modules/vite/x.cjs': RUNS(root),
    }),
  ],
  [
    'that is itself',
    (root, rest) => ({
      'package.json': JSON.stringify({ name: 'vite', version: '9.0.0', exports: { '.': './x.cjs' }, ...rest }),
      'x.cjs': RUNS(root),
    }),
  ],
]

describe.each(OWN_VITE)('a folder with a vite %s', (_, files) => {
  it('runs nothing of it on plugin validate in the folder', async () => {
    const root = await folder()
    await write(root, {
      ...files(root, { walletkit: {} }),
      'index.ts': `import { definePlugin } from 'walletkit/plugin'\nexport default definePlugin({ id: 'tip-jar', feature: 'tipJar', engine: '^0.1' })\n`,
    })
    const { err } = await call(['plugin', 'validate'], root)
    expect(existsSync(join(root, 'ran')), err).toBe(false)
    // It was read all the same.
    expect(err).toMatch(/^package\.json {2}/m)
  })

  it('runs nothing of it when plugin validate weighs, in the folder or in one inside of it', async () => {
    for (const at of ['.', 'sub']) {
      const root = await folder()
      await cp(join(repository, 'tests/examples/tip-jar'), root, {
        recursive: true,
        filter: (path) => !/tip-jar\/(node_modules|dist)/.test(path),
      })
      await write(root, {
        ...files(root, { type: 'module', walletkit: { plugin: './dist/index.js' } }),
        'sub/a.txt': '',
      })
      for (const name of ['react', 'react-dom', 'rolldown']) {
        await write(root, { 'node_modules/.keep': '' })
        await symlink(join(repository, 'node_modules', name), join(root, 'node_modules', name))
      }
      await symlink(repository, join(root, 'node_modules/walletkit'))
      await examine(root, join(root, at))
      expect(existsSync(join(root, 'ran')), at).toBe(false)
    }
  }, 60_000)

  it('runs nothing of it on import', async () => {
    const root = await folder()
    await write(root, {
      ...files(root, {}),
      'src/a.ts': `import { getDefaultConfig } from '@rainbow-me/rainbowkit'\nimport { mainnet } from 'wagmi/chains'\nexport const config = getDefaultConfig({ appName: 'x', projectId: '${'y'.repeat(32)}', chains: [mainnet] })\n`,
    })
    for (const more of [['--dry-run'], ['--json']]) {
      const { code, err } = await call(['import', 'rainbowkit', 'src', ...more], root)
      expect({ code, ran: existsSync(join(root, 'ran')) }, err).toEqual({ code: 0, ran: false })
    }
  })

  it('runs nothing of it on init', async () => {
    const root = await folder()
    await write(root, {
      ...files(root, { dependencies: { react: '^19', vite: '^8' } }),
      'vite.config.ts': `import react from '@vitejs/plugin-react'\nexport default { plugins: [react()] }\n`,
    })
    for (const more of [['--dry-run'], ['--dry-run', '--json']]) {
      const { err } = await call(['init', ...more], root)
      expect(existsSync(join(root, 'ran')), err).toBe(false)
    }
  })

  it('runs nothing of it on add and check of a plugin in TypeScript', async () => {
    const root = await folder()
    await write(root, {
      ...files(root, {}),
      'walletkit.config.json': '{ "projectId": "test", "networks": ["eip155:1"] }',
      'plugins/coin/index.ts': `import { definePlugin } from 'walletkit/plugin'\nexport default definePlugin({ id: 'coin', feature: 'coin', engine: '^0.1' })\n`,
    })
    for (const args of [['add', './plugins/coin', '--dry-run'], ['add', './plugins/coin', '--yes'], ['check']]) {
      const { code, err } = await call(args, root)
      expect({ code, ran: existsSync(join(root, 'ran')) }, err).toEqual({ code: 0, ran: false })
    }
  })
})

it('takes the vite of the project, else the one beside walletkit, and none from inside the plugin', async () => {
  const vite = { 'node_modules/vite/package.json': '{ "name": "vite", "version": "8.0.0" }' }
  const [plugin, site, bare] = [await folder(vite), await folder(vite), await folder({ 'cli/a.js': '' })]
  await write(plugin, { 'node_modules/walletkit/dist/cli/a.js': '', 'sub/a.js': '' })
  const cli = join(bare, 'cli')
  expect(await findTools(plugin, site, cli)).toBe(site)
  expect(await findTools(plugin, plugin, site)).toBe(site)
  expect(await findTools(plugin, plugin, cli)).toBeUndefined()
  expect(await findTools(plugin, join(plugin, 'sub'), cli)).toBeUndefined()
  // A link out of the project, into the plugin.
  await symlink(join(plugin, 'node_modules'), join(bare, 'node_modules'))
  expect(await findTools(plugin, bare, cli)).toBeUndefined()
  // Its author runs the walletkit that is installed in the plugin.
  expect(await findTools(plugin, plugin, join(plugin, 'node_modules/walletkit/dist/cli'))).toBe(plugin)
})
