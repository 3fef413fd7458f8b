/** Folders on disk for tests of the CLI. Tests call the CLI in their own process, or run it as users do. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import { main } from '../../cli/program.ts'
import { entryAliases } from '../../cli/repo/entryPoints.ts'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Creates a folder with these files. It is removed after the test. */
export async function folder(files: Record<string, string> = {}, parent = tmpdir()): Promise<string> {
  const path = await realpath(await mkdtemp(join(parent, 'walletkit-')))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  await write(path, files)
  return path
}

export async function write(root: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
}

export type Outcome = { code: number; out: string; err: string }

/** The environment without the test runner's variables: with its NODE_ENV, React would be built for development. */
const { NODE_ENV: _mode, WALLETKIT_SANDBOX_URL: _url, ...outside } = process.env

/**
 * The flags and environment with which Node runs the TypeScript source of this repository (or a copy) in any folder.
 */
export const typescript = (sources = repository) => ({
  flags: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
  env: { ...outside, TSX_TSCONFIG_PATH: join(sources, 'tsconfig.json') },
})

/**
 * Runs a source file of the CLI as a process in a folder, without a terminal. `sources`: this repository, or a copy of
 * it.
 */
export function run(
  entry: 'cli/index.ts' | 'cli/create/index.ts',
  args: readonly string[],
  cwd: string,
  sources = repository,
): Promise<Outcome> {
  const { flags, env } = typescript(sources)
  const all = [...flags, join(sources, entry), ...args]
  return new Promise((done) => {
    const child = execFile(process.execPath, all, { cwd, env, maxBuffer: 1e8 }, (error, out, err) => {
      done({ code: error ? (typeof error.code === 'number' ? error.code : 1) : 0, out, err })
    })
    child.stdin?.end()
  })
}

/**
 * Calls the CLI (or create-walletkit, as `program`) in this process, for commands that build and run nothing. Only one
 * call at a time: the working directory, the environment and the output streams belong to the process.
 */
export async function call(args: readonly string[], cwd: string, program = main): Promise<Outcome> {
  const said = { out: '', err: '' }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said.out += String(text)))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said.err += String(text)))),
  ]
  const before = { cwd: process.cwd(), env: process.env, isTTY: process.stdin.isTTY }
  process.chdir(cwd)
  process.env = { ...outside }
  process.stdin.isTTY = false
  try {
    const code = await program(args)
    return { code, ...said }
  } finally {
    process.chdir(before.cwd)
    process.env = before.env
    process.stdin.isTTY = before.isTTY
    spies.forEach((spy) => spy.mockRestore())
  }
}

export const CONFIG = `{
  "projectId": "test",
  "networks": ["eip155:31337"],
  "services": "sandbox",
  "features": {
    "send": false,
    "receive": true,
    "email": false,
    "socials": false,
    "swaps": false,
    "onramp": false,
    "history": false,
    "names": false
  }
}
`

/** The files of a page that vite builds from this repository, or from a copy of it in `sources`. */
export function pageFiles(sources = repository): Record<string, string> {
  const alias = entryAliases(sources).map(
    ({ find, replacement }) => `{ find: ${find}, replacement: ${JSON.stringify(replacement)} }`,
  )
  return {
    'package.json': '{ "name": "page", "private": true, "type": "module" }',
    'index.html':
      '<!doctype html><html lang="en"><head><script type="module" src="/main.js"></script></head><body></body></html>',
    'main.js':
      "import { createWalletKit } from 'walletkit'\nimport { generated } from 'virtual:walletkit'\nglobalThis.page = [createWalletKit(generated), 'one']\n",
    'walletkit.config.json': CONFIG,
    // Import the vite plugin by a URL, so that vite does not bundle it with the config, as with the package.
    'vite.config.mjs': `const { walletkit } = await import(new URL(${JSON.stringify(pathToFileURL(join(sources, 'cli/vite.ts')).href)}).href)
      const alias = [${alias.join(', ')}]
      export default { plugins: [walletkit()], resolve: { alias }, logLevel: 'silent' }`,
  }
}

/** Creates a page that vite builds from this repository, or from a copy of it, next to the copy then. */
export async function page(files: Record<string, string> = {}, copy?: string): Promise<string> {
  const root = await folder({ ...pageFiles(copy), ...files }, copy && dirname(copy))
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'))
  return root
}
