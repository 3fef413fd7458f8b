/** Pages that vite builds, and the CLI in one process for all of them: to start it and vite takes longer than a build. */
import { type ChildProcess, fork } from 'node:child_process'
import { cp, mkdtemp, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../cli/report.ts'
import { type Outcome, page, repository, typescript } from './project.ts'

/** What the process is asked, and what it answers with an {@link Outcome}. */
export type Order = { args: readonly string[]; cwd: string }

type Builder = { child: ChildProcess; sources: string }

/** Of this worker: the next file takes it up. It ends with the worker, and takes its folder along. */
let builder: Promise<Builder> | undefined
/** One command at a time: the folder and the streams are the process's. */
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
  // The worker does not wait for it.
  child.unref()
  child.channel?.unref()
  return { child, sources }
}

const started = () => (builder ??= start())

/**
 * This tree as it was when the worker's first page was made, so that all builds are of the same sources. Every page stands
 * beside it, so that the path from one to the other is the same too: it is a part of what a manifest is said to weigh.
 */
export const sources = async () => (await started()).sources

/** A page of {@link sources}. */
export const site = async (files: Record<string, string> = {}) => page(files, await sources())

/** A command line of the CLI, as `run` takes it, but for the process that it starts. */
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

/** `walletkit build --json` of a page. `report` is empty where there is none. */
export async function build(root: string): Promise<Outcome & { report: Report }> {
  const outcome = await command(['build', '--json'], root)
  return { ...outcome, report: JSON.parse(outcome.out || '{}') as Report }
}
