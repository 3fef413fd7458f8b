import { readdir, readFile } from 'node:fs/promises'
import { SourceMap, type SourceMapping } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gzip } from '../../../cli/stages/weigh.ts'
import type { Report } from '../../../cli/report.ts'
import { CONFIG, page, run, write } from '../project.ts'

const build = async (root: string) => {
  const { code, out, err } = await run('cli/index.ts', ['build', '--json'], root, join(root, 'kit'))
  return { code, err, report: (out ? JSON.parse(out) : {}) as Report }
}
const filesOf = async (root: string) => {
  const names = (await readdir(join(root, 'dist/assets'))).sort()
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(root, 'dist/assets', name), 'utf8')] as const),
    ),
  )
}
/** Names without their hashes, of files that are in one build and not in the other. */
const renamed = (a: Map<string, string>, b: Map<string, string>) =>
  [...b.keys()].filter((name) => !a.has(name)).map((name) => name.replace(/-[\w-]{8}\.js$/, ''))

it(
  'reports what the build weighs and contacts; two builds are the same to the byte',
  { timeout: 120_000 },
  async () => {
    const root = await page()
    const { report, err } = await build(root)
    expect(err).toBe('')
    expect(report.plugins).toEqual(['receive'])
    expect(report.leftovers).toEqual([])
    expect(report.hosts).toEqual({
      connect: ['http://127.0.0.1:4747', 'ws://127.0.0.1:4747'],
      images: ['http://127.0.0.1:4747'],
      frames: [],
    })
    expect(report.weights.firstOpen.files.length).toBeLessThanOrEqual(3)
    expect(report.weights.eager.overReact).toBeGreaterThan(2000)
    expect(report.weights.eager.overReact).toBeLessThan(report.weights.firstOpen.overReact)
    const first = await filesOf(root)
    await build(root)
    expect(await filesOf(root)).toEqual(first)
    expect([...first.values()].join('')).not.toMatch(/Test wallet|installTestWallet/)
  },
)

it('renames only the entry when the page changes or a plugin is added', { timeout: 120_000 }, async () => {
  const root = await page()
  await build(root)
  const before = await filesOf(root)
  await write(root, { 'main.js': (await readFile(join(root, 'main.js'), 'utf8')).replace("'one'", "'two'") })
  await build(root)
  const edited = await filesOf(root)
  expect(renamed(before, edited)).toEqual(['index'])
  await write(root, { 'walletkit.config.json': CONFIG.replace('"send": false', '"send": true') })
  const { report } = await build(root)
  const added = await filesOf(root)
  const lost = renamed(added, edited)
  expect(lost).toEqual(['index'])
  expect(Object.keys(report.weights.features)).toEqual(['receive', 'send'])
})

/** A plugin as small as one can be that still does something: one view, and one way to it. */
const dummy = (name: string) => ({
  [`plugins/${name}/index.js`]: `import { definePlugin } from 'walletkit/plugin'
    export default definePlugin({
      id: '${name}',
      feature: '${name}',
      engine: '^0.1',
      requires: [],
      budget: { eager: 300, lazy: 2000 },
      permissions: { storage: ['${name}'] },
      views: { View${name}: { title: 'View of ${name}', load: () => import('./view.js') } },
      slots: { walletFeatures: [{ key: '${name}', label: '${name}', icon: 'coins', order: 90, view: 'View${name}' }] },
    })`,
  [`plugins/${name}/view.js`]: `export default () => 'this is ${name}'`,
})

it('grows by at most 300 bytes with the page for each further manifest', { timeout: 120_000 }, async () => {
  const names = ['alpha', 'beta', 'gamma']
  const root = await page(Object.assign({}, ...names.map(dummy)) as Record<string, string>)
  const eager = async () => {
    const { report, code, err } = await build(root)
    expect(code, err).toBe(0)
    const files = await filesOf(root)
    const parts = report.weights.eager.files.filter((name) => name.endsWith('.js'))
    return { report, bytes: parts.reduce((sum, name) => sum + gzip(files.get(name.replace('assets/', '')) ?? ''), 0) }
  }
  const before = await eager()
  const plugins = names.map((name) => ({ name: `./plugins/${name}`, grants: { storage: [name] } }))
  await write(root, {
    'walletkit.config.json': JSON.stringify({ ...(JSON.parse(CONFIG) as object), plugins }),
  })
  const after = await eager()
  expect(after.report.plugins).toEqual(['alpha', 'beta', 'gamma', 'receive'])
  expect((after.bytes - before.bytes) / names.length).toBeLessThanOrEqual(300)
  expect((after.bytes - before.bytes) / names.length).toBeGreaterThan(50)
  expect(after.report.weights.features.alpha?.lazy).toBeGreaterThan(0)
  const entry = [...(await filesOf(root))].find(([name]) => name.startsWith('index-'))?.[1]
  // What only the CLI reads has stayed behind.
  expect(entry).toContain('View of alpha')
  expect(entry).not.toMatch(/engine|budget|requires/)
})

it('writes source maps that lead back to the line, and no file more for them', { timeout: 120_000 }, async () => {
  const root = await page()
  const config = await readFile(join(root, 'vite.config.mjs'), 'utf8')
  await build(root)
  const plain = [...(await filesOf(root)).keys()].map((name) => name.replace(/-[\w-]{8}\./, '.')).sort()
  await write(root, {
    'vite.config.mjs': config.replace('export default {', 'export default { build: { sourcemap: true },'),
  })
  expect((await build(root)).code).toBe(0)
  const files = await filesOf(root)
  const scripts = [...files.keys()].filter((name) => name.endsWith('.js'))
  expect(scripts.map((name) => name.replace(/-[\w-]{8}\./, '.')).sort()).toEqual(plain)
  for (const [start, text, source] of [
    ['core-', 'siwx or siweConfig, not both', 'runtime/kit.ts'],
    ['shell-', 'This part must be rendered inside the walletkit modal', 'runtime/ui/context.ts'],
  ] as const) {
    const name = scripts.find((each) => each.startsWith(start)) ?? ''
    const code = files.get(name) ?? ''
    const before = code.slice(0, code.indexOf(text)).split('\n')
    const map = new SourceMap(
      JSON.parse(files.get(`${name}.map`) ?? '{}') as ConstructorParameters<typeof SourceMap>[0],
    )
    const found = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0) as SourceMapping
    expect(found.originalSource).toContain(source)
    const lines = (await readFile(join(root, 'kit', source), 'utf8')).split('\n')
    expect(lines[found.originalLine]).toContain(text)
    expect(code.trimEnd().split('\n').at(-1)).toBe(`//# sourceMappingURL=${name}.map`)
  }
})

it('says what a build is made of: the packages of its modules, and no other', { timeout: 120_000 }, async () => {
  const root = await page()
  const { report } = await build(root)
  const names = report.sbom.components.map(({ name }) => name)
  // viem and valtio come with what the page loads; the CLI's own libraries do not.
  expect(names).toEqual(expect.arrayContaining(['react', 'react-dom', 'scheduler', 'valtio', 'viem', 'walletkit']))
  expect(names).not.toContain('ajv')
  expect(report.sbom.components.every(({ purl, licenses }) => /^pkg:npm\/.+@\d/.test(purl) && licenses)).toBe(true)
  const { code } = await run('cli/index.ts', ['build', '--sbom', 'sbom.json'], root, join(root, 'kit'))
  expect(code).toBe(0)
  expect(JSON.parse(await readFile(join(root, 'sbom.json'), 'utf8'))).toEqual(report.sbom)
})

it('fails when a page imports a feature that is off', { timeout: 120_000 }, async () => {
  const root = await page()
  const main = await readFile(join(root, 'main.js'), 'utf8')
  await write(root, { 'main.js': `import send from 'walletkit/plugins/send'\nglobalThis.planted = send\n${main}` })
  const { code, report } = await build(root)
  expect(code).toBe(1)
  expect(report.leftovers.join('\n')).toContain('features.send is off, and the build holds its module')
})

it('fails over budget, and says by how much', { timeout: 120_000 }, async () => {
  const root = await page({
    'walletkit.config.json': CONFIG.replace('"features"', '"budgets": { "eager": 100 },\n  "features"'),
  })
  const { code, report } = await build(root)
  expect(code).toBe(1)
  expect(report.budgets[0]).toMatchObject({ name: 'eager', limit: 100, holds: false })
})

it('says when a vite config lacks the plugin', { timeout: 60_000 }, async () => {
  const root = await page({ 'vite.config.mjs': 'export default {}', 'main.js': '' })
  expect(await build(root)).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not use walletkit()') as string,
  })
})

it('holds nothing of analytics that is off: no module, no word, no host', { timeout: 120_000 }, async () => {
  const config = (analytics: boolean) =>
    CONFIG.replace('"services": "sandbox"', '"services": { "analytics": "https://events.shop.example" }').replace(
      '"send": false',
      `"send": false, "analytics": ${analytics}`,
    )
  const root = await page({ 'walletkit.config.json': config(true) })
  const on = await build(root)
  const files = await filesOf(root)
  expect([...files].filter(([, text]) => text.includes('html-wagmi-4.2.2')).map(([name]) => name)).toEqual([
    expect.stringMatching(/^analytics-/),
  ])
  expect(on.report.hosts.connect).toContain('https://events.shop.example')
  await write(root, { 'walletkit.config.json': config(false) })
  const off = await build(root)
  expect(off.report.leftovers).toEqual([])
  expect(off.report.hosts.connect).not.toContain('https://events.shop.example')
  // What holds events for the part asks the config for it; the page's own file has nothing of either.
  const left = [...(await filesOf(root))].filter(
    ([name, text]) =>
      /html-wagmi-4\.2\.2|keepalive|events\.shop/.test(text) ||
      (name.startsWith('index-') && text.includes('analytics')),
  )
  expect(left.map(([name]) => name)).toEqual([])
  expect([...(await filesOf(root)).keys()].filter((name) => name.startsWith('analytics-'))).toEqual([])
})
