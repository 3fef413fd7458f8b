/** `walletkit init`: adds walletkit to an existing project. */
import { print } from '../answer.ts'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { confirm, type WriteFlags } from '../ask.ts'
import { diffOf, realChanges, writeChanges } from '../changes.ts'
import { installCommand, withCommands } from '../create/packageManager.ts'
import { Failure } from '../failure.ts'
import { uncommitted } from '../init/git.ts'
import { initMessages as told } from '../init/messages.ts'
import { planInit } from '../init/plan.ts'
import { CONFIG_FILE } from '../messages.ts'
import { readVersion } from '../package.ts'
import { runShown } from '../run.ts'
import { FRAMEWORK_NAMES } from '../stages/framework.ts'
import { findManager } from '../stages/packageManager.ts'
import { answer, say } from './check.ts'

export type InitFlags = Omit<WriteFlags, 'config'> & { force?: boolean; install?: boolean; source?: string }

/** Writes all of its changes or none. Exits with 1 when the packages could not be installed. */
export async function init(flags: InitFlags): Promise<number> {
  const { force, dryRun, json, yes, install = true, source } = flags
  const root = resolve(flags.root ?? process.cwd())
  const kept = !force && existsSync(join(root, CONFIG_FILE))
  const { manager, because } = await findManager(root)
  const {
    framework,
    changes,
    todo: planned,
  } = await planInit(root, {
    version: await readVersion(),
    source,
    force: force === true,
    manager,
  })
  const todo = planned.map((step) => withCommands(manager, step))
  const real = realChanges(changes)
  const files = real.map(({ file }) => file)
  const facts = { framework, manager, managerFrom: because, files }
  const needs = files.includes('package.json')
  const command = installCommand(manager)
  if (dryRun) {
    const steps = [...(needs ? [told.run(command)] : []), ...todo]
    if (json) answer({ ok: true, ...facts, dryRun: true, diff: diffOf(real), next: steps })
    else print(diffOf(real))
    if (!json) say(told.next(steps))
    return 0
  }
  if (kept && !json) say(told.kept)
  if (!real.length) {
    if (json) answer({ ok: true, ...facts, installed: false, next: [] })
    else say(told.ready)
    return 0
  }
  const dirty = force || yes ? [] : await uncommitted(root)
  if (dirty.length) throw new Failure(told.dirty(dirty))
  if (!json) say(told.found(FRAMEWORK_NAMES[framework], manager))
  if (!(await confirm(told.question(files), flags))) throw new Failure(told.nothing)
  await writeChanges(root, real)
  if (!json) say(told.written(files))
  const wanted = install && needs
  if (wanted && !json) say(told.installing(command))
  const failed = wanted && (await runShown(manager, ['install'], root)) !== 0
  // Do not suggest the install command again right after it has failed.
  const next = [...(needs && !wanted ? [told.run(command)] : []), ...todo]
  if (json) answer({ ok: !failed, ...facts, installed: wanted && !failed, next })
  else say(told.next(next))
  if (failed) say(told.notInstalled(command, source === undefined))
  return failed ? 1 : 0
}
