/** Checks which parts of a third-party plugin, and of its entry in the config, a real build contains. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { build, command, site } from './builder.ts'
import { CONFIG } from './project.ts'

const SECRET = 'sk_live_4f9a0c77'
const MANIFEST = `import { definePlugin } from 'walletkit/plugin'
export default definePlugin({
  id: 'bell',
  feature: 'bell',
  engine: '^0.1',
  permissions: { hosts: [{ option: 'url' }], events: ['transaction'] },
  activate: ['onTransaction'],
  controller: () => import('./controller.ts'),
})
`
const SCHEMA = JSON.stringify({
  description: 'A bell.',
  type: 'object',
  additionalProperties: false,
  properties: {
    url: { type: 'string', visibility: 'page' },
    key: { type: 'string', visibility: 'build' },
    password: { type: 'string', visibility: 'secret' },
  },
})
const GRANTS = { hosts: ['option:url'], events: ['transaction'], activate: ['onTransaction'] }

const config = (bell: object) => {
  const own = JSON.parse(CONFIG) as { features: object }
  const plugins = [{ name: './plugins/bell', grants: GRANTS }]
  // Set large budgets, because this test is about the contents of the files.
  const budgets = { eager: 9000, firstOpen: 40_000 }
  return JSON.stringify({ ...own, plugins, languages: ['en', 'de'], budgets, features: { ...own.features, bell } })
}
const files = (bell: object) => ({
  'walletkit.config.json': config(bell),
  'plugins/bell/index.ts': MANIFEST,
  'plugins/bell/config.schema.json': SCHEMA,
  'plugins/bell/controller.ts': `export default ({ options }: { options: object }) => ({ options, said: 'ding dong' })`,
  'plugins/bell/languages/de.json': '{ "bell.rung": "Es hat geläutet", "shell.close": "Nicht schließen" }',
})

it(
  'the page has the site’s host, the translation and the activation, and no file has the secret',
  { timeout: 120_000 },
  async () => {
    const root = await site(files({ url: 'https://bells.mine.example/ring', key: SECRET }))
    const { report, out, err } = await build(root)
    expect(out, err).not.toBe('')
    expect(report.csp).toContain('https://bells.mine.example')
    const names = (await readdir(join(root, 'dist'), { recursive: true })).filter((name) => /\.\w+$/.test(name))
    const texts = await Promise.all(names.map((name) => readFile(join(root, 'dist', name), 'utf8')))
    const all = texts.join('\n')
    for (const part of ['https://bells.mine.example/ring', 'ding dong', 'Es hat geläutet', 'onTransaction'])
      expect(all).toContain(part)
    expect(all).not.toContain('Nicht schließen')
    expect([all.includes(SECRET), out.includes(SECRET), err.includes(SECRET)]).toEqual([false, false, false])
  },
)

it('a config with a value for a secret option is not built', { timeout: 60_000 }, async () => {
  const root = await site(files({ password: SECRET }))
  const { code, out, err } = await command(['build'], root)
  expect(code).toBe(1)
  expect(err).toContain('password')
  expect([out.includes(SECRET), err.includes(SECRET)]).toEqual([false, false])
})
