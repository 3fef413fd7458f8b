/** Builds an example with this checkout's CLI, and serves it with the Content-Security-Policy that the build prints. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { entryAliases } from '../../cli/repo/entryPoints.ts'
import type { Report } from '../../cli/report.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { repository, typescript } from '../cli/project.ts'
import { lastLine } from './packed.ts'
import { serveFolder } from './serve.ts'

export type ExamplePage = { url: string; report: Report; stop: () => Promise<void> }

/**
 * @param name a folder of tests/examples with an index.html
 * @param options code for the vite config: `imports` are statements, `plugins` expressions
 */
export async function buildExample(
  name: string,
  { url: sandboxUrl }: Sandbox,
  { imports = '', plugins = [] }: { imports?: string; plugins?: readonly string[] } = {},
): Promise<ExamplePage> {
  const root = await realpath(await mkdtemp(join(tmpdir(), `walletkit-${name}-`)))
  await cp(fileURLToPath(new URL(`../examples/${name}`, import.meta.url)), root, { recursive: true })
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'))
  const alias = entryAliases().map(
    ({ find, replacement }) => `{ find: ${find}, replacement: ${JSON.stringify(replacement)} }`,
  )
  const own = pathToFileURL(join(repository, 'cli/vite.ts')).href
  await writeFile(join(root, 'package.json'), `{ "name": "${name}", "private": true, "type": "module" }`)
  await writeFile(
    join(root, 'vite.config.mjs'),
    `${imports}
    // Imported as from the package: vite must not bundle it with the config.
    const { walletkit } = await import(new URL(${JSON.stringify(own)}).href)
    export default { plugins: [${[...plugins, 'walletkit()'].join(', ')}], resolve: { alias: [${alias.join(', ')}] }, logLevel: 'silent' }`,
  )
  const { flags, env } = typescript()
  const args = [...flags, join(repository, 'cli/index.ts'), 'build', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: { ...env, WALLETKIT_SANDBOX_URL: sandboxUrl },
    maxBuffer: 1e8,
  })
  const report = lastLine<Report>(stdout)
  const served = await serveFolder(join(root, 'dist'), { headers: { 'content-security-policy': report.csp } })
  return {
    url: served.url,
    report,
    stop: async () => {
      await served.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}
