/** Checks that a third-party plugin gets no file of the site into the page, in real builds. */
import { readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkGuestFiles } from '../../cli/guestImports.ts'
import { build, site } from './builder.ts'
import { CONFIG, folder } from './project.ts'

const SECRET = 'sk_secret_of_the_site_1234'
const MANIFEST = `import { definePlugin } from 'walletkit/plugin'
export default definePlugin({ id: 'bell', feature: 'bell', engine: '^0.1', controller: () => import('./controller.js') })
`

/** A site with a plugin that was granted nothing. */
function siteWith(files: Record<string, string>) {
  const own = JSON.parse(CONFIG) as { features: object }
  return site({
    'walletkit.config.json': JSON.stringify({
      ...own,
      plugins: [{ name: './plugins/bell' }],
      budgets: { eager: 9000, firstOpen: 40_000 },
      features: { ...own.features, bell: true },
    }),
    '.env': `/* DEPLOYER_KEY=${SECRET} */\n`,
    'plugins/bell/index.js': MANIFEST,
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`plugins/bell/${name}`, text])),
  })
}

async function textOf(root: string): Promise<string> {
  const names = await readdir(join(root, 'dist'), { recursive: true }).catch(() => [])
  const files = names.filter((name) => /\.\w+$/.test(name) || name.endsWith('.env'))
  return (await Promise.all(files.map((name) => readFile(join(root, 'dist', name), 'utf8')))).join('\n')
}

describe('a plugin that puts a file of the site into the page is not built', () => {
  it.each<[how: string, files: Record<string, string>, from?: string]>([
    ['a path', { 'controller.js': `import env from '../../.env?raw'\nexport default () => ({ env })` }],
    ['a path from the root', { 'controller.js': `import env from '/.env?raw'\nexport default () => ({ env })` }],
    ['a lazy import', { 'controller.js': `export default () => ({ env: () => import('../../.env?raw') })` }],
    [
      'a path that starts like a package',
      { 'controller.js': `import env from 'react/../../../.env?raw'\nexport default () => ({ env })` },
    ],
    [
      'a pattern',
      {
        'controller.js': `const env = import.meta.glob('../../.env', { query: '?raw', eager: true })\nexport default () => ({ env })`,
      },
    ],
    [
      'an address',
      { 'controller.js': `const env = new URL('../../.env', import.meta.url).href\nexport default () => ({ env })` },
    ],
    ['a link in its folder', { 'controller.js': `import env from './link.txt?raw'\nexport default () => ({ env })` }],
    [
      'a worker',
      {
        'controller.js': `import Work from './work.js?worker'\nexport default () => ({ Work })`,
        'work.js': `import env from '../../.env?raw'\nself.postMessage(env)`,
      },
      'work.js',
    ],
    [
      'a style sheet',
      {
        'controller.js': `import './one.css'\nexport default () => ({})`,
        'one.css': `@import './two.css';`,
        'two.css': `.bell { background: url(../../.env) }`,
      },
      'two.css',
    ],
  ])('by %s', { timeout: 120_000 }, async (how, files, from = 'controller.js') => {
    const root = await siteWith(files)
    await symlink('../../.env', join(root, 'plugins/bell/link.txt'))
    const { code, err } = await build(root)
    const text = await textOf(root)
    expect([text.includes(SECRET), text.includes(Buffer.from(SECRET).toString('base64').slice(4, -8))]).toEqual([
      false,
      false,
    ])
    expect(code).not.toBe(0)
    // The bundler refuses it earlier, with words of its own.
    if (how.startsWith('a path that')) return
    expect(err).toContain('The plugin bell may not')
    expect(err).toContain(join(root, 'plugins/bell', from))
    expect(err).toContain(join(root, '.env'))
  })
})

it('a plugin imports its own files, the entry points and packages', { timeout: 120_000 }, async () => {
  const root = await siteWith({
    'controller.js': `import { useState } from 'react'
      import * as doors from 'walletkit/ui'
      import { proxy } from 'valtio/vanilla'
      import own from './own/text.txt?raw'
      import './own/one.css'
      const file = new URL('./own/text.txt', import.meta.url).href
      export default () => ({ useState, doors, proxy, own, file })`,
    'own/text.txt': 'ding dong',
    'own/one.css': '.bell { background: url(./text.txt) }',
  })
  const { code, err } = await build(root)
  expect(err).not.toContain('may not')
  expect(code, err).toBe(0)
  expect(await textOf(root)).toContain('ding dong')
})

describe('texts that are no paths', () => {
  const LONG = `const style = \`${':host { color: red; background: url(./x) }\n'.repeat(400)}\``
  const checked = async (file: string, source: string) => {
    const root = await folder({ [`plugins/bell/${file}`]: source, '.env': SECRET })
    const roots = {
      root,
      guests: [{ id: 'bell', folder: join(root, 'plugins/bell'), entry: join(root, 'plugins/bell/index.js') }],
    }
    return () => checkGuestFiles(source, join(root, 'plugins/bell', file), root, roots)
  }

  it('of any length and with any character are let through', async () => {
    const source = `${LONG}\nexport const here = [import.meta.url, './a\0b']`
    expect(await checked('controller.js', source)).not.toThrow()
  })

  it('of a package that is installed in the folder of the plugin are not read as its own', async () => {
    const source = `export const env = [import.meta.url, '../../../../.env']`
    expect(await checked('node_modules/vite/client.js', source)).not.toThrow()
    expect(await checked('view/one/two/controller.js', source.replace('../', '../../'))).toThrow(/may not put a file/)
  })
})
