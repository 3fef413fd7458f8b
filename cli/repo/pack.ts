/**
 * `npm run pack -- --out DIR`: builds and packs the four packages. The build is here and not in a `prepack` script,
 * because npm 11 does not run such a script with the `ignore-scripts=true` of this repository's `.npmrc`.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'
import { bundleBitcoin } from '../../sandbox/bitcoin/bundle.ts'
import { licencesOf, type Bundled } from '../../sandbox/licences.ts'
import { bundleLoginPages, bundleLoginServer } from '../../sandbox/login/bundle.ts'
import { SCRIPTS } from '../../sandbox/login/scripts.ts'
import { bundleSolana } from '../../sandbox/solana/bundle.ts'
import { bundleWallet } from '../../sandbox/wallet/bundle.ts'
import { jsDeclaration } from '../stages/declarations.ts'
import { LOGIN, textFolders } from './english.ts'
import { refuseCollisions, treeFiles } from './paths.ts'
import { bundleStudio } from './studioPage.ts'
import { main, must, ROOT, say, step } from './run.ts'
import { sandboxTypes } from './sandboxTypes.ts'
import { vendor } from './vendor/vendor.ts'

const at = (...path: string[]) => join(ROOT, ...path)
const NODE_ONLY = [
  /^node:/,
  'vite',
  'rolldown',
  'esbuild',
  /^walletkit/,
  /^@foundry-rs\//,
  /^viem/,
  /^hono/,
  /^@hono\//,
  /^@redis\//,
  'koffi',
  /^@simplewebauthn\//,
  'kysely',
  'pg',
  'libsql',
  'nodemailer',
  'pino',
  'prom-client',
  'ws',
  'playwright-core',
  'fsevents',
]

/** Packs into `out` and returns the four file names, `walletkit` first. */
export async function pack(out: string): Promise<string[]> {
  refuseCollisions('The tree', await treeFiles())
  await step('building the packages', build)
  await mkdir(out, { recursive: true })
  const files: string[] = []
  for (const folder of ['.', 'cli/create', 'sandbox', 'server']) {
    const { stdout } = await must('', 'npm', ['pack', '--json', '--pack-destination', out, '--loglevel', 'error'], {
      cwd: at(folder),
    })
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
    if (!packed) continue
    refuseCollisions(
      packed.filename,
      packed.files.map(({ path }) => path),
    )
    files.push(packed.filename)
  }
  return files
}

async function build(): Promise<void> {
  const dists = ['dist', 'cli/create/dist', 'sandbox/dist', 'server/dist']
  await Promise.all(dists.map((folder) => rm(at(folder), { recursive: true, force: true })))
  await must('Fix the types, then run this again.', process.execPath, [
    at('node_modules/@typescript/native/bin/tsc'),
    '-p',
    at('tsconfig.build.json'),
  ])
  await Promise.all([
    vendor('uqr'),
    vendor('walletconnect'),
    vendor('solana'),
    vendor('siwxEd25519'),
    vendor('siwxSecp256k1'),
    vendor('siwxSr25519'),
    vendor('testKeys'),
    declarations(),
    plugins(),
    languages(),
    cp(at('icons'), at('dist/icons'), { recursive: true }),
    bundle('dist/cli', { walletkit: 'cli/index.ts', vite: 'cli/vite.ts' }, 'walletkit'),
    bundle('cli/create/dist', { 'create-walletkit': 'cli/create/index.ts' }, 'create-walletkit'),
    bundle('sandbox/dist', { index: 'sandbox/index.ts', 'walletkit-sandbox': 'sandbox/bin.ts' }, 'walletkit-sandbox'),
    sandboxTypes(),
    bundleServer('server/dist'),
    beside(['sandbox/dist'], 'wallet.js', bundleWallet()),
    beside(['sandbox/dist'], 'bcoin.cjs', bundleBitcoin()),
    beside(['sandbox/dist'], 'litesvm.cjs', bundleSolana()),
    loginPages(['sandbox/dist', 'server/dist']),
    beside(['sandbox/dist'], 'login-server.js', bundleLoginServer()),
    studioPage(),
    cp(at('cli/vite.public.d.ts'), at('dist/cli/vite.d.ts')),
    cp(at('templates'), at('cli/create/dist/templates'), {
      recursive: true,
      filter: (path) => isTemplate(path) && path !== at('templates/plugin'),
    }),
  ])
  // Copy this only now: `declarations` above rewrites every `.d.ts` in `dist`, and must not rewrite the template's.
  await cp(at('templates/plugin'), at('dist/cli/templates/plugin'), { recursive: true, filter: isTemplate })
}

const isTemplate = (path: string) => !/node_modules|[\\/]dist($|[\\/])/.test(path)

const LOGIN_SCRIPTS = ['login', 'solana', 'lock', 'pages'] as const

/** Builds `walletkit-server` alone, without its types, into a folder from which Node finds the server's dependencies. */
export async function buildServer(folder: string): Promise<void> {
  await Promise.all([bundleServer(folder), loginPages([folder])])
}

/** Packages of hundreds of files, all of which each start of the server would load, and keep in memory. */
const MANY_FILES: readonly (string | RegExp)[] = [/^viem/, 'kysely', /^@redis\//]

const bundleServer = (folder: string) =>
  bundle(folder, { 'walletkit-server': 'server/bin.ts' }, 'walletkit-server', MANY_FILES)

/** Writes the scripts and the texts of the login's pages into the folders of programs that serve them. */
async function loginPages(folders: readonly string[]) {
  await Promise.all([
    ...LOGIN_SCRIPTS.map((script) => beside(folders, SCRIPTS[script], bundleLoginPages(script))),
    ...folders.map((to) => copyTexts(LOGIN, to)),
  ])
}

/**
 * Writes a bundled file, and the licences of its contents, into the folders of packages. They need the bundle because
 * they do not depend on the npm packages whose code it contains.
 */
async function beside(folders: readonly string[], file: string, bundling: Promise<Bundled>) {
  const { code, licences } = await bundling
  for (const folder of folders) {
    await mkdir(at(folder), { recursive: true })
    await writeFile(at(folder, file), code)
    await writeFile(at(folder, file.replace(/\.c?js$/, '.licences.txt')), `${licences}\n`)
  }
}

async function studioPage() {
  const { js, css } = await bundleStudio()
  await mkdir(at('dist/cli/studio'), { recursive: true })
  await writeFile(at('dist/cli/studio/studio.js'), js)
  await writeFile(at('dist/cli/studio/studio.css'), css)
}

async function declarations() {
  for (const entry of await readdir(at('dist'), { recursive: true })) {
    if (!entry.endsWith('.d.ts')) continue
    const text = await readFile(at('dist', entry), 'utf8')
    await writeFile(at('dist', entry), jsDeclaration(text))
  }
}

async function plugins() {
  for (const id of await readdir(at('plugins'))) {
    await cp(at('plugins', id, 'config.schema.json'), at('dist/plugins', id, 'config.schema.json'))
  }
}

/** Copies the texts of every language for `walletkit build`. */
async function languages() {
  for (const folder of await textFolders()) if (folder !== LOGIN) await copyTexts(folder, join('dist', folder))
}

const copyTexts = (from: string, to: string) =>
  cp(at(from, 'languages'), at(to, 'languages'), { recursive: true, filter: isData })

/** Whether a path is a language file: not a README and not a glossary. */
const isData = (path: string) => !/[\\/]glossary$|\.md$/.test(path)

/**
 * Bundles entries for Node. Code that several entries use is in shared files, so that the vite plugin within `walletkit
 * build` reuses the schema that is already compiled. Code that only one command needs is loaded with that command. The
 * licences of the npm packages in the bundle are in a file beside it.
 * @param within packages of {@link NODE_ONLY} that the bundle includes all the same
 */
async function bundle(
  folder: string,
  entries: Record<string, string>,
  bin: string,
  within: readonly (string | RegExp)[] = [],
) {
  const bundled = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, at(path)])),
    cwd: ROOT,
    platform: 'node',
    external: NODE_ONLY.filter((each) => !within.map(String).includes(String(each))),
    logLevel: 'warn',
    checks: { pluginTimings: false, ineffectiveDynamicImport: false },
  })
  const { output } = await bundled.write({
    dir: at(folder),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].part.js',
    comments: { legal: true, annotation: false, jsdoc: false },
    banner:
      "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  })
  await bundled.close()
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const licences = licencesOf(
    ROOT,
    modules.map((path) => relative(ROOT, path)),
  )
  if (licences) await writeFile(at(folder, `${bin}.licences.txt`), `${licences}\n`)
  const file = at(folder, `${bin}.js`)
  const code = await readFile(file, 'utf8')
  await writeFile(file, code.startsWith('#!') ? code : `#!/usr/bin/env node\n${code}`, { mode: 0o755 })
}

export const version = async () =>
  (JSON.parse(await readFile(at('package.json'), 'utf8')) as { version: string }).version

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/packages' } } })
    const out = resolve(values.out)
    const files = await pack(out)
    for (const file of files) say(join(out, file))
  })
}
