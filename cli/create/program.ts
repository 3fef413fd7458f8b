/** `create-walletkit <dir>`: creates a runnable project in a new or empty folder; with `--force`, in any folder. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, CommanderError, Option } from 'commander'
import root from '../../package.json' with { type: 'json' }
import { isObject, type JsonObject } from '../../schema/pieces.ts'
import { confirm } from '../ask.ts'
import { type Change, diffOf } from '../changes.ts'
import { Failure, reasonOf } from '../failure.ts'
import { requirePeers } from '../stages/peers.ts'
import { detectManager, installCommand, type Manager, quoted, runCommand } from './packageManager.ts'
import own from './package.json' with { type: 'json' }
import {
  changesOf,
  filesOf,
  packageName,
  type Plan,
  replaced,
  scaffold,
  settingsOf,
  type Template,
  TEMPLATES,
} from './scaffold.ts'

type Flags = {
  template?: Template
  yes?: boolean
  install: boolean
  json?: boolean
  dryRun?: boolean
  force?: boolean
  overwrite?: boolean
  source?: string
  login?: boolean
  manager?: Manager
}

const say = (text: string) => process.stderr.write(`${text}\n`)

/** The published package has the templates next to the bundle; the repository has them at its root. */
function templatesFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const beside = join(here, 'templates')
  return existsSync(beside) ? beside : resolve(here, '../../templates')
}

async function ask(
  dir: string | undefined,
  flags: Flags,
): Promise<{ dir: string; template: Template; install: boolean }> {
  const given = { dir: dir ?? 'my-page', template: flags.template ?? 'react', install: flags.install }
  const quiet = flags.yes || flags.json || flags.dryRun || !process.stdin.isTTY || !process.stdout.isTTY
  if (quiet) return given
  const { default: prompts } = await import('prompts')
  const cancel = () => {
    throw new Failure('Nothing was written.')
  }
  const answers = (await prompts(
    [
      { type: dir === undefined ? 'text' : null, name: 'dir', message: 'Folder', initial: given.dir },
      {
        type: flags.template === undefined ? 'select' : null,
        name: 'template',
        message: 'Template',
        choices: [
          { title: 'React', value: 'react', description: 'Vite and React' },
          { title: 'Vue', value: 'vue', description: 'Vite and Vue' },
          { title: 'Svelte', value: 'svelte', description: 'Vite and Svelte' },
          { title: 'Next', value: 'next', description: 'Next, drawn by a server' },
          { title: 'Next pages', value: 'next-pages', description: 'Next with its pages router' },
          { title: 'SvelteKit', value: 'sveltekit', description: 'Svelte, drawn by a server' },
          { title: 'Nuxt', value: 'nuxt', description: 'Vue, drawn by a server' },
          { title: 'Astro', value: 'astro', description: 'a React island in an Astro page' },
          { title: 'React Router', value: 'react-router', description: 'React Router as a framework' },
          { title: 'Plain page', value: 'html', description: 'one script, two tags, no framework' },
        ],
      },
      { type: flags.install ? 'confirm' : null, name: 'install', message: 'Install the packages now', initial: true },
    ],
    { onCancel: cancel },
  )) as Partial<typeof given>
  return { ...given, ...answers }
}

async function refuseFull(folder: string, dir: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Failure(
      error.code === 'ENOTDIR' ? `${dir} is a file. Name another folder.` : `${dir} cannot be read: ${error.message}`,
    )
  })
  if (entries.some((name) => name !== '.git' && name !== '.DS_Store')) {
    throw new Failure(`${dir} is not empty. Name another folder, or write into it with --force.`)
  }
}

const manifestOf = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
  return isObject(value) ? value : {}
}

/**
 * Shows the diff of the user's files that would be replaced, and asks. Throws a Failure if the user declines, or if it
 * may not ask: without a terminal, with `--yes` and with `--json`.
 */
async function agree(lost: readonly Change[], dir: string, flags: Flags): Promise<void> {
  const names = lost.map(({ file }) => file).join(', ')
  if (flags.yes || flags.json || !process.stdin.isTTY || !process.stdout.isTTY)
    throw new Failure(
      `${dir} has files that would be replaced: ${names}. Nothing was written. Move them away, or add --overwrite.`,
    )
  say(diffOf(lost))
  if (!(await confirm(`Replace ${names}`, {}))) throw new Failure('Nothing was written.')
}

/** Runs the package manager's install. Its output goes to stderr. */
function install(manager: Manager, folder: string): Promise<number> {
  return new Promise((done) => {
    const child = spawn(manager, ['install'], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    child.on('error', () => done(1))
    child.on('exit', (code) => done(code ?? 1))
  })
}

async function create(given: string | undefined, flags: Flags): Promise<number> {
  const { dir, template, install: wanted } = await ask(given, flags)
  const folder = resolve(dir)
  const manager = flags.manager ?? detectManager()
  const plan: Plan = {
    folder,
    manager,
    template,
    name: packageName(folder),
    templates: templatesFolder(),
    version: own.version,
    ...(flags.login && { login: true }),
    source: flags.source,
  }
  if (!flags.force) await refuseFull(folder, dir)

  const steps = [
    `cd ${quoted(relative(process.cwd(), folder) || '.')}`,
    installCommand(manager),
    runCommand(manager, 'dev'),
  ]
  if (flags.dryRun) {
    const files = [...(await filesOf(plan)).keys(), ...settingsOf(plan).keys()]
    if (flags.json)
      process.stdout.write(`${JSON.stringify({ ok: true, dir: folder, template, files, next: steps, dryRun: true })}\n`)
    else process.stdout.write(`${dir}/\n${files.map((file) => `  ${file}`).join('\n')}\n`)
    return 0
  }
  const changes = await changesOf(plan)
  const manifest = changes.find(({ file }) => file === 'package.json')?.before
  if (manifest !== undefined) await requirePeers(folder, manifestOf(manifest), root, manager)
  const lost = replaced(changes)
  if (lost.length && !flags.overwrite) await agree(lost, dir, flags)
  await scaffold(plan, changes)
  const files = changes.map(({ file }) => file)
  let failed = false
  if (wanted) {
    say(`Installing with ${manager} …`)
    failed = (await install(manager, folder)) !== 0
  }
  const next = wanted && !failed ? steps.filter((step) => step !== installCommand(manager)) : steps
  if (flags.json) process.stdout.write(`${JSON.stringify({ ok: !failed, dir: folder, template, files, next })}\n`)
  if (failed) {
    say(`The packages were not installed; the project itself is in ${dir}.`)
    if (flags.source === undefined)
      say('If the registry does not know walletkit yet, name a folder with its tarballs: --source <folder> --force')
    return 1
  }
  say(`\n${dir} is ready. Next:\n${next.map((step) => `  ${step}`).join('\n')}\n`)
  if (await hasSandbox(folder))
    say(`In another terminal, for the chains, the services and the test wallet:\n  ${runCommand(manager, 'sandbox')}\n`)
  return 0
}

/** Whether the project has a script `sandbox`. Templates whose `dev` starts no sandbox have one. */
async function hasSandbox(folder: string): Promise<boolean> {
  const { scripts } = manifestOf(await readFile(join(folder, 'package.json'), 'utf8'))
  return isObject(scripts) && typeof scripts.sandbox === 'string'
}

/**
 * Runs a command line, given without `node` and the script's name. Returns the exit code; error messages are already
 * printed.
 */
export async function main(args: readonly string[]): Promise<number> {
  let code = 0
  const program = createProgram(async (dir, flags) => {
    code = await create(dir, flags)
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    const failed = () => process.stdout.write(`${JSON.stringify({ ok: false, error: reasonOf(error) })}\n`)
    if (error instanceof CommanderError) {
      if (args.includes('--json') && error.exitCode !== 0) failed()
      return error.exitCode
    }
    say(error instanceof Failure ? error.message : `It failed: ${reasonOf(error)}. Nothing was left behind.`)
    if (args.includes('--json')) failed()
    return 1
  }
}

function createProgram(action: (dir: string | undefined, flags: Flags) => Promise<void>): Command {
  return new Command('create-walletkit')
    .description('A page with a wallet, in one command.')
    .version(own.version)
    .argument('[dir]', 'the folder to create')
    .addOption(new Option('-t, --template <template>', 'what to start from').choices(TEMPLATES))
    .option('-y, --yes', 'ask nothing')
    .option('--login', 'with email and social login')
    .option('--no-install', 'write the files only')
    .option('--json', 'one line of JSON on stdout')
    .option('--dry-run', 'print what would be written')
    .option('--force', 'write into a folder that is not empty; package.json is merged, other files are asked about')
    .option('--overwrite', 'with --force: replace files without asking')
    .option('--source <folder>', 'take the packages from a folder of tarballs')
    .addOption(new Option('--manager <name>', 'the package manager').choices(['npm', 'pnpm', 'yarn', 'bun']))
    .exitOverride()
    .action(action)
}
