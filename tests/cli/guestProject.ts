/** A project with third-party plugins, for tests of `add` and `remove`. */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call, CONFIG, folder, write } from './project.ts'

/** A manifest; `extra` follows its engine. */
export const MANIFEST = (id: string, extra = '') => `import { definePlugin } from 'walletkit/plugin'
export default definePlugin({ id: '${id}', feature: '${id.replace(/-./g, (two) => two.charAt(1).toUpperCase())}', engine: '^0.1'${extra} })
`
export const PERMISSIONS = ", permissions: { hosts: ['https://a.example'], storage: ['coin'] }"

/** Creates a project with a config, and with a plugin in node_modules and one in a folder. */
export async function project(config = CONFIG) {
  const root = await folder({ 'walletkit.config.json': config, 'package.json': '{ "private": true }' })
  await write(root, {
    'plugins/coin/index.js': MANIFEST('coin', PERMISSIONS),
    'node_modules/coin-flip/package.json':
      '{ "name": "coin-flip", "version": "1.2.3", "walletkit": { "plugin": "./index.js" } }',
    'node_modules/coin-flip/index.js': MANIFEST('coin-flip'),
    'node_modules/lodash/package.json': '{ "name": "lodash", "version": "4.0.0" }',
  })
  const read = () => readFile(join(root, 'walletkit.config.json'), 'utf8')
  return { root, read, walletkit: (...args: string[]) => call(args, root) }
}

/** Packs a plugin that is not installed, in a tarball as npm makes it. `own` are more keys of its package.json. */
export async function tarball(root: string, extra = '', version = '0.0.1', own: object = {}): Promise<string> {
  await write(root, {
    'made/index.js': MANIFEST('coin-toss', PERMISSIONS.replace("'coin'", "'coin-toss'") + extra),
    'made/package.json': JSON.stringify({
      name: 'coin-toss',
      version,
      type: 'module',
      walletkit: { plugin: './index.js' },
      ...own,
    }),
  })
  execFileSync('npm', ['pack', '--pack-destination', root], { cwd: join(root, 'made'), stdio: 'pipe' })
  return `./coin-toss-${version}.tgz`
}
