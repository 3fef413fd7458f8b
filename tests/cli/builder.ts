/** Runs the CLI for all tests of a worker in one process, because starting it and vite takes longer than a build. */
import { type ChildProcess, fork } from 'node:child_process'
import { cp, mkdtemp, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../cli/report.ts'
import { type Outcome, page, repository, typescript } from './project.ts'

/** A command for the process. Its answer is an {@link Outcome}. */
export type Order = { args: readonly string[]; cwd: string }

type Builder = { child: ChildProcess; sources: string }

/**
 * The worker's process, which all test files of the worker use. It ends with the worker, and removes its folder then.
 */
let builder: Promise<Builder> | undefined
/**
 * The last command. Commands run one after another, because the working directory and the output streams belong to the
 * process.
 */
let last: Promise<unknown> = Promise.resolve()

async function start(): Promise<Builder> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'walletkit-pages-')))
  const sources = join(home, 'kit')
  for (const name of ['package.json', 'tsconfig.json', 'runtime', 'plugins', 'schema', 'cli', 'icons']) {
    await cp(join(repository, name), join(sources, name), {
      recursive: true,
      filter: (path) => !/cli\/(sandbox|repo|create\/dist)(\/|$)/.test(path),
    })
  }
  await symlink(join(repository, 'node_modules'), join(home, 'node_modules'))
  const { flags, env } = typescript(sources)
  const child = fork(fileURLToPath(new URL('./builderProcess.ts', import.meta.url)), [home], {
    execArgv: flags,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.once('exit', () => (builder = undefined))
  // Do not let the child keep the worker alive.
  child.unref()
  child.channel?.unref()
  return { child, sources }
}

const started = () => (builder ??= start())

/**
 * A copy of this repository's source, made when the worker needs it first, so that all its builds are of the same
 * source. The pages are in folders next to the copy: the relative path between them is part of the build, and must
 * always have the same length.
 */
export const sources = async () => (await started()).sources

/** A page that vite builds from {@link sources}. */
export const site = async (files: Record<string, string> = {}) => page(files, await sources())

/** Runs the CLI like `run`, but in the worker's process. */
export function command(args: readonly string[], cwd: string): Promise<Outcome> {
  const outcome = last.then(async () => ask((await started()).child, { args, cwd }))
  last = outcome.catch(() => undefined)
  return outcome
}

const ask = (child: ChildProcess, order: Order) =>
  new Promise<Outcome>((done, fail) => {
    const gone = (code: number | null) => fail(new Error(`The builder ended with ${code}`))
    child.once('exit', gone)
    child.once('message', (outcome: Outcome) => {
      child.off('exit', gone)
      done(outcome)
    })
    child.send(order)
  })

/** Runs `walletkit build --json` for a page. `report` is empty if the CLI printed none. */
export async function build(root: string): Promise<Outcome & { report: Report }> {
  const outcome = await command(['build', '--json'], root)
  return { ...outcome, report: JSON.parse(outcome.out || '{}') as Report }
}
