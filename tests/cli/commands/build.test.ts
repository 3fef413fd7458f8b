import { readdir, readFile } from 'node:fs/promises'
import { SourceMap, type SourceMapping } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gzip } from '../../../cli/stages/weigh.ts'
import type { Report } from '../../../cli/report.ts'
import { build, command, site, sources } from '../builder.ts'
import { CONFIG, run, write } from '../project.ts'

const filesOf = async (root: string) => {
  const names = (await readdir(join(root, 'dist/assets'))).sort()
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(root, 'dist/assets', name), 'utf8')] as const),
    ),
  )
}
const built = async (root: string) => {
  const { code, report } = await build(root)
  return { code, report, files: await filesOf(root) }
}

let first: ReturnType<typeof built> | undefined
/**
 * The build of the unchanged page, which several tests compare with another. The name of its folder does not change the
 * build.
 */
const plain = () => (first ??= site().then(built))

/** The names, without hashes, of the files that only the second build has. */
const renamed = (a: Map<string, string>, b: Map<string, string>) =>
  [...b.keys()].filter((name) => !a.has(name)).map((name) => name.replace(/-[\w-]{8}\.js$/, ''))

it(
  'reports the size and the hosts of the build, and two builds are identical byte for byte',
  { timeout: 120_000 },
  async () => {
    const root = await site()
    const { out, err } = await run('cli/index.ts', ['build', '--json'], root, await sources())
    expect(err).toBe('')
    const report = JSON.parse(out) as Report
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
    const files = await filesOf(root)
    // Compare with a second build, in another folder.
    const again = await plain()
    expect(again.files).toEqual(files)
    expect({ ...again.report, seconds: report.seconds }).toEqual(report)
    expect([...files.values()].join('')).not.toMatch(/Test wallet|installTestWallet/)
  },
)

it('renames only the entry when the page changes', { timeout: 120_000 }, async () => {
  const before = await plain()
  const root = await site()
  await write(root, { 'main.js': (await readFile(join(root, 'main.js'), 'utf8')).replace("'one'", "'two'") })
  const edited = await built(root)
  expect(renamed(before.files, edited.files)).toEqual(['index'])
})

const MAINNET = {
  projectId: '0123456789abcdef0123456789abcdef',
  metadata: { name: 'Shop', description: 'A shop.', url: 'https://shop.example' },
  networks: [
    ...['1', '8453', '42161', '10', '137'].map((id) => `eip155:${id}`),
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    'bip122:000000000019d6689c085ae165831e93',
  ],
  services: 'reown',
  siwx: true,
}
const FEATURES = { email: true, history: true, names: true, onramp: true, receive: true, send: true, swaps: true }
const SOCIALS = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook']

it(
  'loads at most 6,000 bytes with the page, with public services, four namespaces and every feature',
  { timeout: 120_000 },
  async () => {
    const config = (features: object) => ({ 'walletkit.config.json': JSON.stringify({ ...MAINNET, features }) })
    const off = Object.fromEntries(Object.keys(FEATURES).map((name) => [name, false]))
    const all = await built(await site(config({ ...FEATURES, socials: SOCIALS })))
    expect(all.report.budgets[0]).toMatchObject({ name: 'eager', limit: 6000, holds: true })
    // No budget counts the file that takes over the first view, because it loads later: React (68 kB) and the view.
    const takeover = [...all.files].find(([name]) => name.startsWith('modal-'))?.[1] ?? ''
    expect(takeover).not.toBe('')
    expect(gzip(takeover)).toBeLessThanOrEqual(77_000)
    expect(Object.keys(all.report.weights.chains)).toEqual(['bip122', 'eip155', 'polkadot', 'solana'])
    expect(all.report.plugins).toEqual(expect.arrayContaining(['email', 'socials', 'swaps']))
    const none = await built(await site(config({ ...off, socials: false })))
    // Allow a few bytes, because other files have other names.
    expect(all.report.weights.eager.overReact - none.report.weights.eager.overReact).toBeLessThanOrEqual(40)
    // Without `preload`, nothing is fetched while the page is idle.
    expect(all.report.weights.idle.files).toEqual([])
    const idle = await built(await site({ 'walletkit.config.json': JSON.stringify({ ...MAINNET, preload: 'idle' }) }))
    expect(idle.report.weights.idle.overReact).toBeGreaterThan(10_000)
  },
)

/** A minimal plugin: one view, and one menu item that opens it. */
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

it('grows the first open, and not the eager code, with each further manifest', { timeout: 120_000 }, async () => {
  const names = ['alpha', 'beta', 'gamma']
  const root = await site(Object.assign({}, ...names.map(dummy)) as Record<string, string>)
  type Built = Awaited<ReturnType<typeof built>>
  const bytes = ({ code, report, files }: Built, part: 'eager' | 'firstOpen') => {
    expect(code).toBe(0)
    const parts = report.weights[part].files.filter((name) => name.endsWith('.js'))
    return parts.reduce((sum, name) => sum + gzip(files.get(name.replace('assets/', '')) ?? ''), 0)
  }
  const plugins = names.map((name) => ({
    name: `./plugins/${name}`,
    grants: { storage: [name], slots: ['walletFeatures'] },
  }))
  await write(root, {
    'walletkit.config.json': JSON.stringify({ ...(JSON.parse(CONFIG) as object), plugins }),
  })
  const after = await built(root)
  const before = await plain()
  const grown = (part: 'eager' | 'firstOpen') => (bytes(after, part) - bytes(before, part)) / names.length
  expect(after.report.plugins).toEqual(['alpha', 'beta', 'gamma', 'receive'])
  expect(grown('eager')).toBeLessThanOrEqual(20)
  expect(grown('firstOpen')).toBeLessThanOrEqual(300)
  expect(grown('firstOpen')).toBeGreaterThan(50)
  expect(after.report.weights.features.alpha?.lazy).toBeGreaterThan(0)
  const shell = [...after.files].find(([name]) => name.startsWith('shell-'))?.[1]
  // Parts of the manifest that only the CLI reads are not in the build.
  expect(shell).toContain('View of alpha')
  expect(shell).not.toMatch(/\^0\.1|budget:/)
})

it('writes source maps that lead back to the source line, and no other extra file', { timeout: 120_000 }, async () => {
  const root = await site()
  const config = await readFile(join(root, 'vite.config.mjs'), 'utf8')
  const named = (names: Iterable<string>) => [...names].map((name) => name.replace(/-[\w-]{8}\./, '.')).sort()
  await write(root, {
    'vite.config.mjs': config.replace('export default {', 'export default { build: { sourcemap: true },'),
  })
  const { code: ended, files } = await built(root)
  expect(ended).toBe(0)
  const scripts = [...files.keys()].filter((name) => name.endsWith('.js'))
  expect(named(scripts)).toEqual(named((await plain()).files.keys()))
  for (const [start, text, source] of [
    ['core-', 'siwx or siweConfig, not both', 'runtime/kit/createKit.ts'],
    ['modal-', 'This part must be rendered inside the walletkit modal', 'runtime/ui/context.ts'],
  ] as const) {
    const name = scripts.find((each) => each.startsWith(start)) ?? ''
    const code = files.get(name) ?? ''
    const before = code.slice(0, code.indexOf(text)).split('\n')
    const map = new SourceMap(
      JSON.parse(files.get(`${name}.map`) ?? '{}') as ConstructorParameters<typeof SourceMap>[0],
    )
    const found = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0) as SourceMapping
    expect(found.originalSource).toContain(source)
    const lines = (await readFile(join(await sources(), source), 'utf8')).split('\n')
    expect(lines[found.originalLine]).toContain(text)
    expect(code.trimEnd().split('\n').at(-1)).toBe(`//# sourceMappingURL=${name}.map`)
  }
})

it('lists exactly the packages of the bundled modules', { timeout: 120_000 }, async () => {
  const { report } = await plain()
  const names = report.sbom.components.map(({ name }) => name)
  // viem and valtio are in what the page loads; the CLI's own libraries are not.
  expect(names).toEqual(expect.arrayContaining(['react', 'react-dom', 'scheduler', 'valtio', 'viem', 'walletkit']))
  expect(names).not.toContain('ajv')
  expect(report.sbom.components.every(({ purl, licenses }) => /^pkg:npm\/.+@\d/.test(purl) && licenses)).toBe(true)
  const root = await site()
  const { code } = await command(['build', '--sbom', 'sbom.json'], root)
  expect(code).toBe(0)
  expect(JSON.parse(await readFile(join(root, 'sbom.json'), 'utf8'))).toEqual(report.sbom)
})

it('fails when a page imports a disabled feature', { timeout: 120_000 }, async () => {
  const root = await site()
  const main = await readFile(join(root, 'main.js'), 'utf8')
  await write(root, { 'main.js': `import send from 'walletkit/plugins/send'\nglobalThis.planted = send\n${main}` })
  const { code, report } = await build(root)
  expect(code).toBe(1)
  expect(report.leftovers.join('\n')).toContain('features.send is off, and the build holds its module')
})

it('fails over budget, and prints the excess', { timeout: 120_000 }, async () => {
  const root = await site({
    'walletkit.config.json': CONFIG.replace('"features"', '"budgets": { "eager": 100 },\n  "features"'),
  })
  const { code, report } = await build(root)
  expect(code).toBe(1)
  expect(report.budgets[0]).toMatchObject({ name: 'eager', limit: 100, holds: false })
})

it('ends with a table and the next steps, and writes policies and hashes beside it', { timeout: 120_000 }, async () => {
  const root = await site()
  const { code, out } = await run('cli/index.ts', ['build'], root, await sources())
  expect(code).toBe(0)
  expect(out).toMatch(/\n {2}receive +\d\.\d kB\n/)
  expect(out).toMatch(/\n {2}eip155 +\d+\.\d kB +127\.0\.0\.1:4747\n/)
  expect(out.split('\nNext:\n')[1]).toMatch(/npx vite preview[^]*Name your own services[^]*walletkit csp/)
  expect(out.split('\n').length).toBeLessThan(40)
  const beside = (name: string) => readFile(join(root, '.walletkit/build', name), 'utf8')
  const hashes = JSON.parse(await beside('integrity.json')) as Record<string, string>
  const scripts = (await readdir(join(root, 'dist/assets'))).filter((name) => name.endsWith('.js'))
  expect(Object.keys(hashes).sort()).toEqual(scripts.map((name) => `assets/${name}`).sort())
  expect(out).toContain((await beside('policy.txt')).trim())
  // The folder has a .gitignore, so that git ignores all of it.
  expect(await beside('.gitignore')).toBe('*\n')
})

it('reports a vite config without the plugin', { timeout: 60_000 }, async () => {
  const root = await site({ 'vite.config.mjs': 'export default {}', 'main.js': '' })
  expect(await build(root)).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not use walletkit()') as string,
  })
})

it('builds the config that --config names, and no other', { timeout: 120_000 }, async () => {
  const root = await site({ 'walletkit.config.json': '{', 'mine.json': CONFIG.replace('"test"', '"mine"') })
  const { code, err } = await command(['build', '--json', '--config', 'mine.json'], root)
  expect([code, err]).toEqual([0, ''])
  const files = await filesOf(root)
  expect([...files.values()].some((text) => /projectId:[`"']mine/.test(text))).toBe(true)
})

it('contains no module, text or host of analytics when it is disabled', { timeout: 120_000 }, async () => {
  const config = (analytics: boolean) =>
    CONFIG.replace('"services": "sandbox"', '"services": { "analytics": "https://events.shop.example" }').replace(
      '"send": false',
      `"send": false, "analytics": ${analytics}`,
    )
  const root = await site({ 'walletkit.config.json': config(true) })
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
  // The page's script itself must contain neither the events' URL nor the sending code: only the analytics part does.
  const left = [...(await filesOf(root))].filter(
    ([name, text]) =>
      /html-wagmi-4\.2\.2|keepalive|events\.shop/.test(text) ||
      (name.startsWith('index-') && text.includes('analytics')),
  )
  expect(left.map(([name]) => name)).toEqual([])
  expect([...(await filesOf(root)).keys()].filter((name) => name.startsWith('analytics-'))).toEqual([])
})
