/**
 * Builds vite projects that import the module of `walletkit emit`, as a framework's project does: a headless build, for
 * the client and for the server, contains none of our screens, and a build with the modal does.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { entryAliases } from '../../cli/repo/entryPoints.ts'
import { emitted } from '../../cli/emitted.ts'
import { CONFIG, folder, page, repository, run, typescript } from './project.ts'

const HEADLESS = CONFIG.replace('{', '{ "headless": true,')
/** Matches a text of a screen, or a name that only the modal's code has. */
const SCREENS = /What is a wallet|showModal/

/** Creates a vite project that imports a module of `walletkit emit`. */
async function project(config: string, files: Record<string, string> = {}) {
  const alias = entryAliases().map(
    ({ find, replacement }) => `{ find: ${find}, replacement: ${JSON.stringify(replacement)} }`,
  )
  const root = await page({
    ...files,
    'walletkit.config.json': config,
    'main.js':
      "import { createWalletKit } from 'walletkit'\nimport { generated } from './generated/walletkit.js'\nglobalThis.kit = createWalletKit(generated)\n",
    'vite.config.mjs': `const { walletkit } = await import(new URL(${JSON.stringify(pathToFileURL(join(repository, 'cli/vite.ts')).href)}).href)
      export default { plugins: [walletkit({ emitted: true })], resolve: { alias: [${alias.join(', ')}] } }`,
  })
  expect((await run('cli/index.ts', ['emit', '--out', 'generated/walletkit.js'], root)).code).toBe(0)
  return root
}

async function built(root: string, ...args: string[]) {
  const { flags, env } = typescript()
  const vite = join(repository, 'node_modules/vite/bin/vite.js')
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, vite, 'build', ...args], { cwd: root, env })
  const files = await readdir(join(root, 'dist'), { recursive: true })
  const scripts = files.filter((file) => file.endsWith('.js'))
  const code = await Promise.all(scripts.map((file) => readFile(join(root, 'dist', file), 'utf8')))
  return { stdout, code: code.join('\n') }
}

it('contains no byte of our screens, and says so', async () => {
  const root = await project(HEADLESS)
  const { stdout, code } = await built(root)
  expect(stdout).toContain('walletkit: 0.0 kB of screens in this build')
  expect(code).not.toMatch(SCREENS)
  expect(code).toContain('This page has no modal')
  const server = await built(root, '--ssr', 'main.js')
  expect(server.code).not.toMatch(SCREENS)
}, 120_000)

it('keeps the screens of a page with the modal', async () => {
  const { stdout, code } = await built(await project(CONFIG))
  expect(stdout).not.toContain('of screens in this build')
  expect(code).toMatch(SCREENS)
}, 120_000)

it('names the issues of a config that is not valid', async () => {
  const before = process.cwd()
  process.chdir(await folder({ 'walletkit.config.json': CONFIG.replace('eip155:31337', 'eip155:nowhere') }))
  const { configResolved } = emitted()
  process.chdir(before)
  const resolved = configResolved as unknown as (config: { plugins: never[] }) => Promise<void>
  await expect(resolved({ plugins: [] })).rejects.toThrow(/eip155:nowhere.*1 problem in walletkit\.config\.json/s)
})

it.each([
  ['an import', `import text from '../../secret.txt?raw'\nexport default () => ({ text })`],
  ['an address', `const text = new URL('../../secret.txt', import.meta.url).href\nexport default () => ({ text })`],
  ['a worker', `import Work from './work.js?worker'\nexport default () => ({ Work })`],
])(
  'a plugin that puts a file of the site into the page by %s is not built',
  async (_how, controller) => {
    const own = JSON.parse(CONFIG) as { features: object }
    const features = { ...own.features, bell: true }
    const config = JSON.stringify({ ...own, plugins: [{ name: './plugins/bell' }], features })
    const manifest = `import { definePlugin } from 'walletkit/plugin'
      export default definePlugin({ id: 'bell', feature: 'bell', engine: '^0.1', controller: () => import('./controller.js') })`
    const root = await project(config, {
      'secret.txt': 'the secret of the site',
      'plugins/bell/index.js': manifest,
      'plugins/bell/work.js': `import text from '../../secret.txt?raw'\nself.postMessage(text)`,
      'plugins/bell/controller.js': controller,
    })
    expect(await built(root).then(() => 'built', String)).toMatch(/bell.*secret\.txt/s)
  },
  120_000,
)
