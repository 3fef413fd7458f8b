/** Real folders for the CLI's tests, and the CLI: called in this process, or run as people run it. */
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

/** A new folder with these files; removed when the test ends. */
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

/** The environment without what the test runner put there: React would build for development. */
const { NODE_ENV: _mode, WALLETKIT_SANDBOX_URL: _url, ...outside } = process.env

/** With these flags and this environment Node runs the TypeScript of this tree, or of a copy of it, in any folder. */
export const typescript = (sources = repository) => ({
  flags: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
  env: { ...outside, TSX_TSCONFIG_PATH: join(sources, 'tsconfig.json') },
})

/** Runs a source file of the CLI in a folder, without a terminal. `sources` is this tree, or a copy of it. */
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
 * The same command line, called in this process: for whatever builds nothing and runs nothing. Not for two at once: the
 * folder, the environment and the two streams are the process's. `program` is the CLI, or create-walletkit.
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

/** A page that vite builds from this tree, or from a copy of it: then beside the copy. */
export async function page(files: Record<string, string> = {}, copy?: string): Promise<string> {
  const sources = copy ?? repository
  const alias = entryAliases(sources).map(
    ({ find, replacement }) => `{ find: ${find}, replacement: ${JSON.stringify(replacement)} }`,
  )
  const all = {
    'package.json': '{ "name": "page", "private": true, "type": "module" }',
    'index.html':
      '<!doctype html><html lang="en"><head><script type="module" src="/main.js"></script></head><body></body></html>',
    'main.js':
      "import { createWalletKit } from 'walletkit'\nimport { generated } from 'virtual:walletkit'\nglobalThis.page = [createWalletKit(generated), 'one']\n",
    'walletkit.config.json': CONFIG,
    // The plugin is imported as it is from the package: vite does not bundle it with the config.
    'vite.config.mjs': `const { walletkit } = await import(new URL(${JSON.stringify(pathToFileURL(join(sources, 'cli/vite.ts')).href)}).href)
      const alias = [${alias.join(', ')}]
      export default { plugins: [walletkit()], resolve: { alias }, logLevel: 'silent' }`,
    ...files,
  }
  const root = await folder(all, copy && dirname(copy))
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'))
  return root
}
